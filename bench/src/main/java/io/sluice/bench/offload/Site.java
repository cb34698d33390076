package io.sluice.bench.offload;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.testbed.Bed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.ClusterOptions;
import io.sluice.testbed.net.Link;
import io.sluice.translate.access.ManagerAccess;
import io.sluice.translate.access.TenantAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two clusters, one extended namespace and one that is not, a manager and a kubelet. Every actor
 * has an identity of its own, so that audit logs tell them apart.
 */
public final class Site implements AutoCloseable {
  public static final String NODE = "liqo-away";

  /** Extended to the away cluster. */
  public static final String EXTENDED = "bench";

  /** The same in both clusters, for plain pods. */
  public static final String PLAIN = "plain";

  public static final String MANAGER = "sluice-manager";
  public static final String KUBELET = "kubelet";
  public static final String CONSUMER = "consumer";
  private static final String TENANT = "liqo-tenant-away";
  private static final long DEADLINE_SECONDS = 120;

  /** Each takes 1,000 pods. */
  private static final int NODES = 10;

  public final Cluster home;
  public final Cluster away;
  final Link link;
  private final Path logs;
  private final Launch launch;
  private final Program manager;
  private Program kubelet;

  private Site(Cluster home, Cluster away, Path logs, Launch launch) throws IOException {
    this.home = home;
    this.away = away;
    this.logs = logs;
    this.launch = launch;
    this.link = Link.to(away);
    if (launch.training()) {
      this.manager = together();
      this.kubelet = manager;
    } else {
      this.manager = new Program(logs.resolve("manager.log"), launch, managerArguments());
      this.kubelet = start();
    }
  }

  private List<String> managerArguments() throws IOException {
    return List.of(
        "manager",
        "--kubeconfig=" + away.kubeconfig(MANAGER),
        "--own-rights",
        "--cluster-id=away",
        "--namespace=sluice",
        "--kubelet-folder=" + logs.resolve("kubelets"),
        "--no-enable-resource-enforcement");
  }

  /** Both as one process, of which the cache is made. */
  private Program together() throws IOException {
    List<String> both = new ArrayList<>(managerArguments());
    both.add(Together.AND);
    both.addAll(kubeletArguments(NODE, TENANT));
    return new Program(
        logs.resolve("training.log"), launch.flags(), Together.class.getName(), both);
  }

  /** Home and away, where nobody's requests are held back. */
  static List<Cluster> clusters(Bed bed) {
    ClusterOptions.Tuning raised = ClusterOptions.Tuning.NORMAL.withRaisedLimits();
    return bed.start(
        Stream.of("home", "away")
            .map(name -> ClusterOptions.named(name).withKwokNodes(NODES).withTuning(raised))
            .toList());
  }

  /**
   * Prepares both clusters and starts both programs.
   *
   * @param crds folder of the CRDs
   */
  public static Site open(Cluster home, Cluster away, Path crds, Path logs) throws IOException {
    return open(home, away, crds, logs, new Launch(logs, false));
  }

  static Site open(Cluster home, Cluster away, Path crds, Path logs, Launch launch)
      throws IOException {
    for (Cluster cluster : List.of(home, away)) {
      cluster.kubectl("apply", "--server-side", "-f", crds.toString()).outOrThrow();
      for (String namespace : List.of(EXTENDED, PLAIN, "sluice", TENANT)) {
        cluster.kubectl("create", "namespace", namespace);
      }
      giveRights(cluster);
    }
    map(home, TENANT, List.of(EXTENDED));
    node(home, NODE, TENANT);
    Site site = new Site(home, away, logs, launch);
    site.awaitReady();
    return site;
  }

  private static void giveRights(Cluster cluster) {
    var subject = ManagerAccess.subject(MANAGER);
    try (Api admin = new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(), null), "bench")) {
      ManagerAccess.clusterRoles().forEach(role -> apply(admin, role));
      TenantAccess.clusterRoles().forEach(role -> apply(admin, role));
      apply(admin, ManagerAccess.clusterWide(subject));
      apply(admin, ManagerAccess.inSystemNamespace("sluice", subject));
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> void apply(Api admin, T object) {
    admin.patch((Kind<T>) Kind.of(object.getClass()), Ref.of(object), Patch.apply(object, "bench"));
  }

  /** Lends the node to exactly these namespaces, which are there on both sides under one name. */
  void extend(String... namespaces) throws IOException {
    for (String namespace : namespaces) {
      home.kubectl("create", "namespace", namespace);
      away.kubectl("create", "namespace", namespace);
    }
    map(home, TENANT, List.of(namespaces));
  }

  private static void map(Cluster home, String tenant, List<String> namespaces) throws IOException {
    String wanted =
        namespaces.stream().map("%1$s: %1$s"::formatted).collect(Collectors.joining(", "));
    apply(
        home,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceMap
        metadata:
          name: away
          namespace: %s
          labels: {liqo.io/remote-cluster-id: away, liqo.io/replication: "true", liqo.io/remoteID: away}
        spec: {desiredMapping: {%s}}
        """
            .formatted(tenant, wanted));
    String mapping =
        namespaces.stream()
            .map("\"%1$s\":{\"remoteNamespace\":\"%1$s\",\"phase\":\"Accepted\"}"::formatted)
            .collect(Collectors.joining(","));
    home.kubectl(
            "patch",
            "namespacemap",
            "away",
            "-n",
            tenant,
            "--subresource=status",
            "--type=json",
            "-p",
            "[{\"op\":\"add\",\"path\":\"/status\",\"value\":{\"currentMapping\":{%s}}}]"
                .formatted(mapping))
        .outOrThrow();
  }

  private static void node(Cluster home, String name, String tenant) throws IOException {
    apply(
        home,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: VirtualNode
        metadata: {name: %s, namespace: %s}
        spec:
          clusterID: away
          createNode: true
          disableNetworkCheck: true
          resourceQuota: {hard: {cpu: "9000", memory: 9000Gi, pods: "100000"}}
        """
            .formatted(name, tenant));
  }

  static void apply(Cluster cluster, String yaml) throws IOException {
    Path file = Files.createTempFile("bench", ".yaml");
    Files.writeString(file, yaml);
    cluster.kubectl("apply", "-f", file.toString()).outOrThrow();
    Files.delete(file);
  }

  private Program start() throws IOException {
    return kubelet(NODE, TENANT, launch.kubelet());
  }

  /** One more virtual node over the same provider, with a process of its own. */
  Program another(int i) throws IOException {
    String tenant = TENANT + "-" + i;
    home.kubectl("create", "namespace", tenant);
    map(home, tenant, List.of(EXTENDED));
    node(home, NODE + "-" + i, tenant);
    return kubelet(NODE + "-" + i, tenant, List.of());
  }

  private Program kubelet(String node, String tenant, List<String> more) throws IOException {
    return new Program(
        logs.resolve(node + ".log"),
        launch,
        Stream.concat(kubeletArguments(node, tenant).stream(), more.stream()).toList());
  }

  private List<String> kubeletArguments(String node, String tenant) throws IOException {
    Path remote = link.kubeconfig(away.kubeconfig(CONSUMER, "system:masters"));
    return List.of(
        "kubelet",
        "--home-kubeconfig=" + home.kubeconfig(KUBELET, "system:masters"),
        "--foreign-kubeconfig=" + remote,
        "--nodename=" + node,
        "--tenant-namespace=" + tenant,
        "--home-cluster-id=home",
        "--foreign-cluster-id=away",
        "--node-ping-interval=PT1S",
        "--node-ping-timeout=PT2S");
  }

  /** Follows the same pods as the kubelet, by another identity, and does nothing with them. */
  Program bare() throws IOException {
    return new Program(
        logs.resolve("bare.log"),
        launch.flags("bare"),
        Bare.class.getName(),
        List.of(
            home.kubeconfig("bare", "system:masters").toString(),
            away.kubeconfig("bare", "system:masters").toString(),
            NODE,
            EXTENDED));
  }

  /** CPU time that both roles have used so far. */
  double cpuSeconds() {
    return kubelet.cpuSeconds() + manager.cpuSeconds();
  }

  Program manager() {
    return manager;
  }

  Program kubelet() {
    return kubelet;
  }

  void stopKubelet() {
    kubelet.close();
  }

  void startKubelet() throws IOException {
    kubelet = start();
  }

  /** Waits until the virtual node is ready. */
  void awaitReady() {
    awaitNode("True");
  }

  void awaitNode(String ready) {
    Until.holds(
        "node " + NODE + " ready " + ready,
        DEADLINE_SECONDS,
        () ->
            home.kubectl(
                    "get",
                    "node",
                    NODE,
                    "--ignore-not-found",
                    "-o=jsonpath={.status.conditions[?(@.type==\"Ready\")].status}")
                .out()
                .equals(ready));
  }

  @Override
  public void close() {
    kubelet.close();
    manager.close();
    link.close();
    home.kubectl("delete", "virtualnode", NODE, "-n", TENANT, "--wait=false");
    home.kubectl("delete", "node", NODE, "--ignore-not-found");
    for (Cluster cluster : List.of(home, away)) {
      cluster.kubectl("delete", "namespace", EXTENDED, PLAIN);
    }
  }
}
