package io.sluice.e2e;

import static io.sluice.e2e.Peered.NODE;
import static io.sluice.e2e.Peered.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.lead.Elector;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.KubeletReplica;
import io.sluice.kubelet.RemoteAccess;
import io.sluice.kubelet.node.Timing;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.net.Link;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a virtual node outlives: hand-over, the loss of its Node, the loss of its provider. */
@NeedsClusters({"home", "away"})
class NodeLifeE2ETest {
  private static final String NAMESPACE = "node-life";
  private static final int PODS = Integer.getInteger("sluice.e2e.pods", 50);
  private static final Elector.Timing BRISK =
      new Elector.Timing(Duration.ofSeconds(6), Duration.ofSeconds(4), Duration.ofMillis(300));

  private static Link link;
  private static Path remoteConfig;
  private static Peered peered;
  private static Api homeApi;
  private static KubeletReplica first;
  private static KubeletReplica second;

  @BeforeAll
  static void start(Cluster home, Cluster away) {
    home.kubectl("create", "namespace", NAMESPACE).outOrThrow();
    away.kubectl("create", "namespace", NAMESPACE).outOrThrow();
    link = Link.to(away);
    remoteConfig = link.kubeconfig(away.kubeconfig("consumer", "system:masters"));
    peered = Peered.start(home, away, NAMESPACE, remoteConfig);
    peered.stopKubelet();
    homeApi =
        new Api(
            Endpoint.fromKubeconfig(home.kubeconfig("kubelet", "system:masters"), null), "kubelet");
    first = replica("first");
    await().atMost(PATIENCE).until(first::leads);
    second = replica("second");
    deploy();
  }

  @AfterAll
  static void stop() {
    first.close();
    second.close();
    homeApi.close();
    peered.close();
    link.close();
  }

  @AfterEach
  void heal() {
    link.heal();
  }

  @Test
  void aHandOverUnderChurnShowsNothingNotReadyAndChangesNoPod() {
    List<String> before = steadyPods();
    await().atMost(PATIENCE).until(() -> !node("{.spec.taints[*].key}").contains("node.kube"));
    try (NodeWatch watch = new NodeWatch(homeApi, NODE);
        Churn churn = new Churn(homeApi, NAMESPACE)) {
      awaitMore(churn);
      first.close();
      await().atMost(PATIENCE).until(second::leads);
      awaitMore(churn);

      first = replica("first");
      second.close();
      await().atMost(PATIENCE).until(first::leads);
      awaitMore(churn);
      second = replica("second");

      assertThat(steadyPods()).isEqualTo(before);
      assertThat(watch.notReady()).isEmpty();
    }
    for (Cluster cluster : List.of(peered.home, peered.away)) {
      await().atMost(PATIENCE).until(() -> pods(cluster, "churn", "{.items[*]}").isEmpty());
    }
  }

  @Test
  void theNodeFollowsWhatIsLentInBothDirections() {
    lend("{\"cpu\":\"40\",\"example.com/gpu\":\"2\"}");
    awaitAllocatable("cpu", "40");
    awaitAllocatable("example\\.com/gpu", "2");

    lend("{\"cpu\":\"90\",\"example.com/gpu\":null}");
    awaitAllocatable("cpu", "90");
    awaitAllocatable("example\\.com/gpu", "");
  }

  @Test
  void aLostNodeComesBackItsPodsNeverNoticeAndAPersonLetsDeletionsGoOn() {
    peered.createPod("torn", "");
    peered.awaitRunning("torn");
    List<String> before = uids();
    String lost = node("{.metadata.uid}");

    peered.home.kubectl("delete", "node", NODE, "--timeout=30s").outOrThrow();

    await().atMost(PATIENCE).until(() -> !node("{.metadata.uid}").isEmpty());
    assertThat(node("{.metadata.uid}")).isNotEqualTo(lost);
    peered.awaitNode("True");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(leaseOwner())
                    .as("the lease is the new Node's")
                    .isEqualTo(node("{.metadata.uid}")));
    assertThat(uids()).isEqualTo(before);

    await().atMost(PATIENCE).until(() -> held().contains("the Node object vanished"));
    // Nobody sees that the pod is deleted; the next process finds it gone, and what was held is
    // held still (D-21).
    second.close();
    first.close();
    peered
        .home
        .kubectl("delete", "pod", "torn", "-n", NAMESPACE, "--force", "--grace-period=0")
        .outOrThrow();
    first = replica("first");
    await().atMost(PATIENCE).until(first::leads);
    second = replica("second");
    peered.createPod("asked", "terminationGracePeriodSeconds: 1");
    peered.awaitRunning("asked");
    peered.home.kubectl("delete", "pod", "asked", "-n", NAMESPACE).outOrThrow();
    peered.awaitField(peered.away, "shadowpod/asked", "{.metadata.name}", "");
    assertThat(peered.field(peered.away, "shadowpod/torn", "{.metadata.name}")).isEqualTo("torn");
    assertThat(held()).contains("the Node object vanished");

    assertThat(Sluice.in(peered.home, "resume")).contains(NODE, "the Node object vanished");
    assertThat(Sluice.in(peered.home, "resume", NODE)).contains("liqo-away goes on");
    peered.awaitField(peered.away, "shadowpod/torn", "{.metadata.name}", "");
    assertThat(held()).isEmpty();
  }

  private static String held() {
    return node("{.status.conditions[?(@.type==\"DeletionsHeld\")].message}");
  }

  @Test
  void whoToleratesNoOutageIsEvictedAndTheRestComesBack() {
    createImpatientPod();
    peered.awaitRunning("impatient");
    List<String> before = uids();

    link.cut();
    peered.awaitNode("False");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                !peered
                    .field(peered.home, "pod/impatient", "{.metadata.deletionTimestamp}")
                    .isEmpty());
    await().atMost(PATIENCE).until(() -> readyAmongSteady().isEmpty());
    link.heal();

    peered.awaitNode("True");
    await().atMost(PATIENCE).until(() -> readyAmongSteady().size() == PODS);
    peered.awaitField(peered.home, "pod/impatient", "{.metadata.name}", "");
    peered.awaitField(peered.away, "pod/impatient", "{.metadata.name}", "");
    assertThat(uids()).isEqualTo(before);
  }

  private static KubeletReplica replica(String identity) {
    KubeletReplica replica =
        new KubeletReplica(
            homeApi,
            new RemoteAccess.InFile(remoteConfig),
            new KubeletOptions(
                NODE,
                new KubeletOptions.Peer("home", "away", "liqo-tenant-away"),
                KubeletOptions.Appearance.at("127.0.0.1"),
                new Timing(Duration.ofSeconds(1), Duration.ofSeconds(2), 3),
                Duration.ofSeconds(40)),
            identity,
            BRISK);
    replica.start();
    return replica;
  }

  /** Pods that stay as they are, whatever happens. */
  private static void deploy() {
    Peered.apply(
        peered.home,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: steady, namespace: node-life}
        spec:
          replicas: %d
          selector: {matchLabels: {app: steady}}
          template:
            metadata: {labels: {app: steady}}
            spec:
              nodeSelector: {liqo.io/type: virtual-node}
              tolerations:
              - {key: virtual-node.liqo.io/not-allowed, operator: Exists}
              - {key: node.kubernetes.io/not-ready, operator: Exists}
              - {key: node.kubernetes.io/unreachable, operator: Exists}
              containers: [{name: c, image: pause}]
        """
            .formatted(PODS));
    peered
        .home
        .kubectl("rollout", "status", "deployment/steady", "-n", NAMESPACE, "--timeout=300s")
        .outOrThrow();
  }

  /** Ten more pods come, and the last of them runs. */
  private static void awaitMore(Churn churn) {
    int wanted = churn.made() + 10;
    await().atMost(PATIENCE).until(() -> churn.made() >= wanted);
    await()
        .atMost(PATIENCE)
        .until(() -> pods(peered.home, "churn", "{.items[*].status.phase}").contains("Running"));
  }

  /** Every version of every steady pod in both clusters: any write at all shows. */
  private static List<String> steadyPods() {
    return both("{range .items[*]}{.metadata.uid}/{.metadata.resourceVersion} {end}");
  }

  private static List<String> uids() {
    return both("{range .items[*]}{.metadata.uid} {end}");
  }

  private static List<String> both(String path) {
    return Stream.of(peered.home, peered.away)
        .flatMap(cluster -> Stream.of(steady(cluster, path).split(" ")))
        .sorted()
        .toList();
  }

  private static List<String> readyAmongSteady() {
    String ready =
        "{range .items[*]}{.metadata.name}={.status.conditions[?(@.type==\"Ready\")].status} {end}";
    return Stream.of(steady(peered.home, ready).split(" "))
        .filter(pod -> pod.endsWith("=True"))
        .toList();
  }

  private static String steady(Cluster cluster, String path) {
    return pods(cluster, "steady", path);
  }

  private static String pods(Cluster cluster, String app, String path) {
    return cluster
        .kubectl("get", "pods", "-n", NAMESPACE, "-l=app=" + app, "-o=jsonpath=" + path)
        .outOrThrow()
        .strip();
  }

  private static void lend(String hard) {
    peered
        .home
        .kubectl(
            "patch",
            "virtualnode",
            NODE,
            "-n=liqo-tenant-away",
            "--type=merge",
            "-p={\"spec\":{\"resourceQuota\":{\"hard\":" + hard + "}}}")
        .outOrThrow();
  }

  private static void awaitAllocatable(String resource, String amount) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(node("{.status.allocatable." + resource + "}")).isEqualTo(amount));
  }

  private static String node(String path) {
    return peered
        .home
        .kubectl("get", "node", NODE, "--ignore-not-found", "-o=jsonpath=" + path)
        .out();
  }

  private static String leaseOwner() {
    return peered
        .home
        .kubectl(
            "get",
            "lease",
            NODE,
            "-n=kube-node-lease",
            "--ignore-not-found",
            "-o=jsonpath={.metadata.ownerReferences[0].uid}")
        .out();
  }

  private static void createImpatientPod() {
    Peered.apply(
        peered.home,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: impatient, namespace: node-life}
        spec:
          nodeSelector: {liqo.io/type: virtual-node}
          terminationGracePeriodSeconds: 1
          tolerations:
          - {key: virtual-node.liqo.io/not-allowed, operator: Exists}
          - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 1}
          containers: [{name: c, image: pause}]
        """);
  }
}
