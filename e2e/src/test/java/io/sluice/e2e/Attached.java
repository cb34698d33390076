package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
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
import io.sluice.testbed.Cluster;
import io.sluice.translate.access.BareAccess;
import io.sluice.translate.access.KubeletAccess;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A home cluster that uses a namespace of another cluster where nothing of Sluice is installed: all
 * there is is a user with a role in that namespace.
 */
final class Attached implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final String NODE = "bare-away";
  static final String USER = "borrower";
  private static final String TENANT = "liqo-tenant-bare-away";
  private static final String RBAC = "rbac.authorization.k8s.io";

  final Cluster home;
  final Cluster away;
  final String namespace;
  final String twin;
  private final Path remoteConfig;
  private @Nullable Running running;

  private record Running(Api home, Api remote, KubeletProcess process) {
    void stop() {
      process.close();
      home.close();
      remote.close();
    }
  }

  private Attached(Cluster home, Cluster away, String namespace, Path remoteConfig) {
    this.home = home;
    this.away = away;
    this.namespace = namespace;
    this.twin = namespace + "-lent";
    this.remoteConfig = remoteConfig;
  }

  /** Lends a namespace of the away cluster and waits until the virtual node is ready. */
  static Attached start(Cluster home, Cluster away, String namespace) {
    return start(home, away, namespace, away.kubeconfig(USER));
  }

  /** The same over a given way to the away cluster. */
  static Attached start(Cluster home, Cluster away, String namespace, Path remoteConfig) {
    Attached attached = new Attached(home, away, namespace, remoteConfig);
    attached.lend();
    attached.ask();
    attached.startKubelet();
    attached.await(
        home, "", "node/" + NODE, "{.status.conditions[?(@.type==\"Ready\")].status}", "True");
    attached.await(
        home,
        TENANT,
        "namespacemap/bare-away",
        "{.status.currentMapping." + namespace + ".phase}",
        "Accepted");
    return attached;
  }

  private void lend() {
    away.kubectl("create", "namespace", twin);
    try (Api admin = connect(away.kubeconfig())) {
      apply(admin, BareAccess.clusterRole());
      apply(
          admin,
          new RoleBindingBuilder()
              .withNewMetadata()
              .withNamespace(twin)
              .withName(USER)
              .endMetadata()
              .withNewRoleRef(RBAC, "ClusterRole", BareAccess.ROLE)
              .withSubjects(new Subject(RBAC, "User", USER, null))
              .build());
    }
  }

  /** Takes the user's rights away. */
  void withdrawRights() {
    away.kubectl("delete", "rolebinding", USER, "-n", twin).outOrThrow();
  }

  void giveRightsBack() {
    lend();
  }

  private void ask() {
    home.kubectl("apply", "--server-side", "--force-conflicts", "-f", "../deploy/crds")
        .outOrThrow();
    home.kubectl("create", "namespace", TENANT);
    try (Api admin = connect(home.kubeconfig())) {
      new KubeletRights(TENANT, NODE, namespace).atHome(admin, "kubelet");
      apply(
          admin,
          KubeletAccess.ownTenantRoleOfBareProvider(
              new KubeletAccess.Holder(TENANT, NODE, "away"), "kubeconfig-" + NODE));
    }
    Peered.apply(
        home,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceMap
        metadata:
          name: bare-away
          namespace: liqo-tenant-bare-away
          labels: {liqo.io/remote-cluster-id: bare-away, liqo.io/replication: "true"}
        spec: {desiredMapping: {%s: %s}}
        ---
        apiVersion: offloading.liqo.io/v1beta1
        kind: VirtualNode
        metadata:
          name: bare-away
          namespace: liqo-tenant-bare-away
          annotations: {sluice.io/agent: none}
        spec:
          clusterID: bare-away
          createNode: true
          disableNetworkCheck: true
          resourceQuota: {hard: {cpu: "90", memory: 100Gi, pods: "1000"}}
        """
            .formatted(namespace, twin));
  }

  void startKubelet() {
    Api homeApi = connect(home.kubeconfig("kubelet"));
    Api remoteApi = connect(remoteConfig);
    KubeletProcess process =
        new KubeletProcess(
            homeApi,
            remoteApi,
            new KubeletOptions(
                    NODE,
                    new KubeletOptions.Peer("home", "bare-away", TENANT, KubeletOptions.Agent.NONE),
                    KubeletOptions.Appearance.at(home.machineAddress()),
                    new Timing(Duration.ofSeconds(2), Duration.ofSeconds(2), 3),
                    Duration.ofSeconds(40),
                    ReflectionOptions.DEFAULT)
                .at(
                    new Serving(
                        home.machineAddress(), 0, Serving.CertificateType.SELF_SIGNED, null)));
    process.start();
    running = new Running(homeApi, remoteApi, process);
  }

  void stopKubelet() {
    Running process = running;
    if (process != null) {
      process.stop();
      running = null;
    }
  }

  /** A pod that the scheduler can only put on the virtual node. */
  void createPod(String name, String extraSpec) {
    Peered.apply(
        home,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: %s, labels: {app: %1$s}}
        spec:
          nodeSelector: {kubernetes.io/hostname: bare-away}
          tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
          containers: [{name: c, image: pause}]
          %s
        """
            .formatted(name, namespace, extraSpec));
  }

  String atHome(String object, String path) {
    return get(home, namespace, object, path);
  }

  String there(String object, String path) {
    return get(away, twin, object, path);
  }

  void awaitAtHome(String object, String path, String wanted) {
    await(home, namespace, object, path, wanted);
  }

  void awaitThere(String object, String path, String wanted) {
    await(away, twin, object, path, wanted);
  }

  void awaitNothingThere(String kinds) {
    await(away, twin, kinds, "{.items[*].metadata.name}", "");
  }

  private void await(Cluster cluster, String namespace, String object, String path, String wanted) {
    org.awaitility.Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(get(cluster, namespace, object, path))
                    .as(object + path)
                    .isEqualTo(wanted));
  }

  private static String get(Cluster cluster, String namespace, String object, String path) {
    return cluster
        .kubectl("get", object, "-n", namespace, "--ignore-not-found", "-o=jsonpath=" + path)
        .out();
  }

  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> void apply(Api admin, T object) {
    admin.patch((Kind<T>) Kind.of(object.getClass()), Ref.of(object), Patch.apply(object, "test"));
  }

  private static Api connect(Path kubeconfig) {
    return new Api(Endpoint.fromKubeconfig(kubeconfig, null), "sluice");
  }

  @Override
  public void close() {
    stopKubelet();
    home.kubectl("delete", "virtualnode", NODE, "-n", TENANT, "--wait=false");
    home.kubectl("delete", "namespacemap", "bare-away", "-n", TENANT, "--wait=false");
    home.kubectl("delete", "node", NODE, "--ignore-not-found");
    away.kubectl("delete", "namespace", twin, "--wait=false");
  }
}
