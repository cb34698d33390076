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
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.CommandResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What turns bad under a virtual node is said where it is bad, and everything else goes on. */
@NeedsClusters({"home", "away"})
class UnfitInputE2ETest {
  private static final String TENANT = "liqo-tenant-away";
  private static final String SECRET = "kubeconfig-unfit";

  private Cluster home;
  private Cluster away;
  private Peered peered;
  private Api homeApi;
  private KubeletReplica kubelet;

  @BeforeEach
  void peer(Cluster home, Cluster away, TestNamespace namespace) {
    this.home = home;
    this.away = away;
    this.peered = Peered.start(home, away, namespace.name());
    peered.stopKubelet();
    homeApi =
        new Api(
            Endpoint.fromKubeconfig(home.kubeconfig("kubelet", "system:masters"), null), "kubelet");
    kubelet = replica();
  }

  private KubeletReplica replica() {
    return new KubeletReplica(
        homeApi,
        new RemoteAccess.InSecret(SECRET),
        new KubeletOptions(
            NODE,
            new KubeletOptions.Peer("home", "away", TENANT),
            KubeletOptions.Appearance.at("127.0.0.1"),
            new Timing(Duration.ofSeconds(1), Duration.ofSeconds(2), 3),
            Duration.ofSeconds(40)),
        "unfit",
        Elector.Timing.DEFAULT);
  }

  @AfterEach
  void leave() {
    kubelet.close();
    homeApi.close();
    home.kubectl("delete", "secret", SECRET, "-n", TENANT);
    peered.close();
  }

  @Test
  void credentialsThatTurnToGarbageAreNamedAndTakenUpWhenTheyAreRepaired() throws IOException {
    String good = Files.readString(away.kubeconfig("consumer", "system:masters"));
    credentials("kubeconfig: nonsense");
    kubelet.start();
    awaitComplaints(1);

    credentials(good);
    peered.createPod("first", "");
    peered.awaitRunning("first");

    credentials("{");
    awaitComplaints(2);
    peered.createPod("second", "");
    peered.awaitRunning("second"); // with the credentials before

    credentials(good + "\n# repaired");
    peered.createPod("third", "");
    peered.awaitRunning("third");
  }

  @Test
  void onePoisonedObjectAndOneVanishedNamespaceFailAlone(@TempDir Path folder) throws IOException {
    credentials(Files.readString(away.kubeconfig("consumer", "system:masters")));
    kubelet.start();
    String other = peered.namespace + "-other";
    extendAlso(other);
    peered.createPod("poisoned", "terminationGracePeriodSeconds: 1");
    createPod(other, "doomed");
    peered.awaitRunning("poisoned");
    awaitPhase(other, "doomed", "Running");

    away.kubectl(
            "patch",
            "shadowpod",
            "poisoned",
            "-n",
            peered.namespace,
            "--type=merge",
            "-p={\"spec\":{\"pod\":{\"containers\":\"nonsense\"}}}")
        .outOrThrow();
    away.kubectl("delete", "namespace", other, "--wait=false").outOrThrow();
    peered.createPod("sound", "terminationGracePeriodSeconds: 1");
    peered.awaitRunning("sound");

    home.kubectl("delete", "namespace", other, "--timeout=60s").outOrThrow();
    home.kubectl("delete", "pod", "sound", "-n", peered.namespace, "--timeout=60s").outOrThrow();
    assertThat(peered.field(away, "shadowpod/sound", "{.metadata.name}")).isEmpty();
    home.kubectl("delete", "pod", "poisoned", "-n", peered.namespace, "--timeout=60s").outOrThrow();
    peered.awaitField(away, "pod/poisoned", "{.metadata.name}", "");
    tooMuchToSayIsRefusedAtOnce(folder);
  }

  /** D-21: the same names, other UIDs; whose the running twins are is for a person to say. */
  @Test
  @EnabledIfSystemProperty(named = "sluice.long", matches = "true")
  void aHomeThatWasRestoredFromABackupKeepsWhatRunsUntilAPersonHasLooked() throws IOException {
    int pods = 30;
    credentials(Files.readString(away.kubeconfig("consumer", "system:masters")));
    kubelet.start();
    createPods(pods);
    await().atMost(PATIENCE).until(() -> running(home) == pods);
    Set<String> before = uids();
    kubelet.close();

    home.kubectl("delete", "pods", "--all", "-n", peered.namespace, "--force", "--grace-period=0")
        .outOrThrow();
    createPods(pods);
    kubelet = replica();
    kubelet.start();
    await()
        .atMost(PATIENCE)
        .until(() -> home.kubectl("get", "node", NODE, "-o=json").out().contains("DeletionsHeld"));
    Set<String> kept = uids();
    kept.retainAll(before);
    assertThat(kept).as("twins of the cluster before").hasSizeGreaterThanOrEqualTo(pods - 20);

    assertThat(Sluice.in(home, "resume", NODE)).contains("would have been deleted");
    await().atMost(PATIENCE).until(() -> running(home) == pods);
    assertThat(uids()).doesNotContainAnyElementsOf(before);
  }

  private void createPods(int count) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < count; i++) {
      all.append(pod(peered.namespace, "restored-" + i));
    }
    Peered.apply(home, all.toString());
  }

  private long running(Cluster cluster) {
    return Stream.of(field(cluster, "{.items[*].status.phase}").split(" "))
        .filter("Running"::equals)
        .count();
  }

  private Set<String> uids() {
    return new HashSet<>(List.of(field(away, "{.items[*].metadata.uid}").split(" ")));
  }

  private String field(Cluster cluster, String path) {
    return cluster.kubectl("get", "pods", "-n", peered.namespace, "-o=jsonpath=" + path).out();
  }

  /** No server stores it: there is nothing to carry. */
  private void tooMuchToSayIsRefusedAtOnce(Path folder) throws IOException {
    Path pod =
        Files.writeString(
            folder.resolve("pod.yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: talkative, namespace: %s, annotations: {a: "%s"}}
            spec: {containers: [{name: c, image: pause}]}
            """
                .formatted(peered.namespace, "x".repeat(1_000_000)));
    CommandResult answer = home.kubectl("create", "-f", pod.toString());
    assertThat(answer.err()).contains("Too long", "262144");
  }

  private void credentials(String kubeconfig) {
    Peered.apply(
        home,
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: %s, namespace: %s}
        data: {kubeconfig: %s}
        """
            .formatted(
                SECRET,
                TENANT,
                Base64.getEncoder().encodeToString(kubeconfig.getBytes(StandardCharsets.UTF_8))));
  }

  /** Events of one kind are counted up or added, as events are. */
  private void awaitComplaints(int least) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              String reasons =
                  home.kubectl(
                          "get",
                          "events",
                          "-n",
                          TENANT,
                          "--field-selector=involvedObject.name=" + SECRET + ",reason=Invalid",
                          "-o=jsonpath={range .items[*]}{.message}{\"\\n\"}{end}")
                      .out();
              return reasons.lines().count() >= least;
            });
  }

  private void extendAlso(String other) {
    home.kubectl("create", "namespace", other).outOrThrow();
    away.kubectl("create", "namespace", other).outOrThrow();
    home.kubectl(
            "patch",
            "namespacemap",
            "away",
            "-n",
            TENANT,
            "--subresource=status",
            "--type=merge",
            "-p",
            """
            {"status":{"currentMapping":{"%1$s":{"remoteNamespace":"%1$s","phase":"Accepted"}}}}
            """
                .formatted(other))
        .outOrThrow();
  }

  private void createPod(String namespace, String name) {
    Peered.apply(home, pod(namespace, name));
  }

  private static String pod(String namespace, String name) {
    return """
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: %s, namespace: %s}
    spec:
      nodeSelector: {liqo.io/type: virtual-node}
      tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
      terminationGracePeriodSeconds: 1
      containers: [{name: c, image: pause}]
    """
        .formatted(name, namespace);
  }

  private void awaitPhase(String namespace, String pod, String phase) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                home.kubectl("get", "pod", pod, "-n", namespace, "-o=jsonpath={.status.phase}")
                    .out()
                    .equals(phase));
  }
}
