package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.KubeletProcess;
import io.sluice.kubelet.node.Timing;
import io.sluice.kubelet.reflect.ReflectionOptions;
import io.sluice.kubelet.serve.Serving;
import io.sluice.kubelet.serve.Serving.CertificateType;
import io.sluice.manager.Kubelets;
import io.sluice.manager.ManagerOptions;
import io.sluice.manager.ManagerProcess;
import io.sluice.manager.Site;
import io.sluice.testbed.Cluster;
import io.sluice.translate.access.ManagerAccess;
import io.sluice.translate.access.TenantAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A home cluster that borrows from an away cluster: the manager of one and the kubelet of the other
 * run in this process, each under an identity of its own, so that audit logs tell them apart.
 */
final class Peered implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final String NODE = "liqo-away";
  private static final String TENANT = "liqo-tenant-away";
  private static final String MANAGER = "manager";

  final Cluster home;
  final Cluster away;
  final String namespace;
  private final Api managerApi;
  private ManagerProcess manager;
  private @Nullable Kubelet kubelet;
  private final Path remoteConfig;
  private final ReflectionOptions reflection;
  private final boolean enforcing;
  private boolean known;

  private record Kubelet(Api home, Api remote, KubeletProcess process) {
    void stop() {
      process.close();
      home.close();
      remote.close();
    }
  }

  private Peered(Cluster home, Cluster away, String namespace, Border border) {
    this.reflection = border.reflection();
    this.home = home;
    this.away = away;
    this.namespace = namespace;
    this.remoteConfig = border.remoteConfig();
    this.enforcing = border.enforcing();
    this.managerApi = connect(away.kubeconfig(MANAGER));
    this.manager = manager();
  }

  /** Extends the namespace and waits until the virtual node is ready. */
  static Peered start(Cluster home, Cluster away, String namespace) {
    return start(home, away, namespace, ReflectionOptions.DEFAULT);
  }

  /** The same with a kubelet that reflects in its own way. */
  static Peered start(Cluster home, Cluster away, String namespace, ReflectionOptions reflection) {
    return start(home, away, namespace, new Border(away.kubeconfig("consumer"), false, reflection));
  }

  /** The same where the away cluster knows us and whose twin the namespace is. */
  static Peered startAsTenant(Cluster home, Cluster away, String namespace) {
    Border border =
        new Border(away.kubeconfig("consumer", "home"), false, ReflectionOptions.DEFAULT);
    Peered peered = start(home, away, namespace, border);
    try {
      peered.isKnownThere();
      return peered;
    } catch (RuntimeException e) {
      peered.close();
      throw e;
    }
  }

  /** The same over a given way to the away cluster. */
  static Peered start(Cluster home, Cluster away, String namespace, Path remoteConfig) {
    return start(home, away, namespace, new Border(remoteConfig, false, ReflectionOptions.DEFAULT));
  }

  /**
   * How the two clusters meet.
   *
   * @param remoteConfig the way to the away cluster
   * @param enforcing whether the away cluster counts quotas
   * @param reflection what the kubelet is told of reflection
   */
  record Border(Path remoteConfig, boolean enforcing, ReflectionOptions reflection) {}

  static Peered start(Cluster home, Cluster away, String namespace, Border border) {
    for (Cluster cluster : new Cluster[] {home, away}) {
      cluster
          .kubectl("apply", "--server-side", "--force-conflicts", "-f", "../deploy/crds")
          .outOrThrow();
    }
    away.kubectl("create", "namespace", "sluice");
    home.kubectl("create", "namespace", TENANT);
    giveRights(away);
    Peered peered = new Peered(home, away, namespace, border);
    peered.extend();
    peered.letIn();
    peered.startKubelet();
    peered.awaitNode("True");
    // The first thing that is reflected: from here on requests are those of the test.
    peered.awaitField(
        away, "configmap/kube-root-ca.crt.home", "{.metadata.name}", "kube-root-ca.crt.home");
    return peered;
  }

  /** The manager has what its table says and nothing else. */
  private static void giveRights(Cluster cluster) {
    Subject manager = ManagerAccess.subject(MANAGER);
    try (Api admin = connect(cluster.kubeconfig())) {
      ManagerAccess.clusterRoles().forEach(role -> apply(admin, role));
      TenantAccess.clusterRoles().forEach(role -> apply(admin, role));
      apply(admin, ManagerAccess.clusterWide(manager));
      apply(admin, ManagerAccess.inSystemNamespace("sluice", manager));
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> void apply(Api admin, T object) {
    admin.patch((Kind<T>) Kind.of(object.getClass()), Ref.of(object), Patch.apply(object, "test"));
  }

  /** The kubelet has what its tables say, in both clusters. */
  void letIn() {
    KubeletRights rights = new KubeletRights(TENANT, NODE, namespace);
    try (Api atHome = connect(home.kubeconfig());
        Api atAway = connect(away.kubeconfig())) {
      rights.atHome(atHome, "kubelet");
      rights.away(atAway, "consumer");
    }
  }

  private ManagerProcess manager() {
    ManagerProcess fresh =
        new ManagerProcess(
            managerApi,
            new ManagerOptions("away", "sluice", "m-0", 90, enforcing),
            new Site(URI.create(away.server()), null, new Kubelets.Deployed()));
    fresh.start();
    await().atMost(PATIENCE).until(fresh::leads);
    return fresh;
  }

  /** Maps the namespace, and registers the virtual node. */
  void extend() {
    apply(
        home,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceMap
        metadata:
          name: away
          namespace: liqo-tenant-away
          labels: {liqo.io/remote-cluster-id: away, liqo.io/replication: "true", liqo.io/remoteID: away}
        spec: {desiredMapping: {%1$s: %1$s}}
        ---
        apiVersion: offloading.liqo.io/v1beta1
        kind: VirtualNode
        metadata: {name: liqo-away, namespace: liqo-tenant-away}
        spec:
          clusterID: away
          createNode: true
          disableNetworkCheck: true
          resourceQuota: {hard: {cpu: "90", memory: 100Gi, pods: "1000"}}
        """
            .formatted(namespace));
    String mapping =
        "{\"status\":{\"currentMapping\":{\"%1$s\":{\"remoteNamespace\":\"%1$s\",\"phase\":\"Accepted\"}}}}"
            .formatted(namespace);
    home.kubectl(
            "patch",
            "namespacemap",
            "away",
            "-n",
            TENANT,
            "--subresource=status",
            "--type=merge",
            "-p",
            mapping)
        .outOrThrow();
  }

  /** The same for further namespaces, which exist on both sides. */
  void extendAlso(Collection<String> namespaces) {
    try (Api atHome = connect(home.kubeconfig());
        Api atAway = connect(away.kubeconfig())) {
      for (String each : namespaces) {
        KubeletRights rights = new KubeletRights(TENANT, NODE, each);
        rights.atHome(atHome, "kubelet");
        rights.away(atAway, "consumer");
      }
      Map<String, Object> mapping = new HashMap<>();
      namespaces.forEach(
          each -> mapping.put(each, Map.of("remoteNamespace", each, "phase", "Accepted")));
      atHome.patch(
          Kind.of(NamespaceMap.class),
          new Ref(TENANT, "away"),
          Patch.merge(Map.of("status", Map.of("currentMapping", mapping))).to("status"));
    }
  }

  /**
   * Lets the away cluster make slices of what comes from here: without a tenant nobody knows us.
   */
  private void isKnownThere() {
    apply(
        away,
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: liqo-tenant-home}
        ---
        apiVersion: authentication.liqo.io/v1beta1
        kind: Tenant
        metadata: {name: home, namespace: liqo-tenant-home, labels: {liqo.io/remote-cluster-id: home}}
        spec: {clusterID: home}
        """);
    away.kubectl("wait", "--for=create", "foreigncluster/home", "--timeout=60s").outOrThrow();
    away.kubectl("label", "namespace", namespace, "liqo.io/remote-cluster-id=home").outOrThrow();
    known = true;
  }

  void startKubelet() {
    startKubelet(home.machineAddress());
  }

  /** As if its pod had come back with another address. */
  void startKubelet(String address) {
    Api homeApi = connect(home.kubeconfig("kubelet"));
    Api remoteApi = connect(remoteConfig);
    KubeletProcess process =
        new KubeletProcess(
            homeApi,
            remoteApi,
            new KubeletOptions(
                    NODE,
                    new KubeletOptions.Peer("home", "away", TENANT),
                    KubeletOptions.Appearance.at(address),
                    new Timing(Duration.ofSeconds(1), Duration.ofSeconds(2), 3),
                    Duration.ofSeconds(40),
                    reflection)
                .at(new Serving(address, 0, CertificateType.SELF_SIGNED, null)));
    process.start();
    kubelet = new Kubelet(homeApi, remoteApi, process);
  }

  void stopKubelet() {
    Kubelet running = kubelet;
    if (running != null) {
      running.stop();
      kubelet = null;
    }
  }

  void restartManager() {
    manager.close();
    manager = manager();
  }

  void awaitNode(String ready) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        home.kubectl(
                                "get",
                                "node",
                                NODE,
                                "-o=jsonpath={.status.conditions[?(@.type==\"Ready\")].status}")
                            .out())
                    .isEqualTo(ready));
  }

  /** A pod that the scheduler can only put on the virtual node. */
  void createPod(String name, String extraSpec) {
    apply(
        home,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: %s}
        spec:
          nodeSelector: {liqo.io/type: virtual-node}
          tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
          containers: [{name: c, image: pause}]
          %s
        """
            .formatted(name, namespace, extraSpec));
  }

  String field(Cluster cluster, String object, String path) {
    return cluster
        .kubectl("get", object, "-n", namespace, "--ignore-not-found", "-o=jsonpath=" + path)
        .out();
  }

  void awaitField(Cluster cluster, String object, String path, String wanted) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(field(cluster, object, path)).as(object + path).isEqualTo(wanted));
  }

  void awaitRunning(String pod) {
    awaitField(home, "pod/" + pod, "{.status.phase}", "Running");
  }

  /** Applies an object to the extended namespace, or to its twin. */
  void applyHere(Cluster cluster, String yaml) {
    apply(cluster, yaml, "-n", namespace);
  }

  static void apply(Cluster cluster, String yaml, String... more) {
    try {
      Path file = Files.createTempFile("sluice", ".yaml");
      Files.writeString(file, yaml);
      List<String> command = new ArrayList<>(List.of("apply", "-f", file.toString()));
      command.addAll(List.of(more));
      cluster.kubectl(command.toArray(String[]::new)).outOrThrow();
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the server would make of an object; empty when it would refuse it. */
  static String rehearse(Cluster cluster, String yaml, String... arguments) {
    try {
      Path file = Files.createTempFile("sluice", ".yaml");
      Files.writeString(file, yaml);
      List<String> command = new ArrayList<>(List.of("create", "--dry-run=server", "-o=json"));
      command.addAll(List.of("-f", file.toString()));
      command.addAll(List.of(arguments));
      String made = cluster.kubectl(command.toArray(String[]::new)).out();
      Files.delete(file);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Api connect(Path kubeconfig) {
    return new Api(Endpoint.fromKubeconfig(kubeconfig, null), "sluice");
  }

  @Override
  public void close() {
    stopKubelet();
    manager.close();
    managerApi.close();
    home.kubectl("delete", "virtualnode", NODE, "-n", TENANT, "--wait=false");
    home.kubectl("delete", "node", NODE, "--ignore-not-found");
    if (known) {
      String released = "{\"metadata\":{\"finalizers\":null}}";
      away.kubectl("patch", "tenant/home", "-n=liqo-tenant-home", "--type=merge", "-p", released);
      away.kubectl("delete", "tenant/home", "-n=liqo-tenant-home", "--timeout=30s");
      away.kubectl("delete", "foreigncluster/home", "--ignore-not-found", "--wait=false");
    }
  }
}
