package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Kubernetes lets a person change on a running pod travels; what is bad stays where it is. */
@NeedsClusters({"home", "away"})
class PodUpdatesE2ETest {
  private Cluster home;
  private Cluster away;
  private Peered peered;

  /** A change at home and where it shows in the remote pod. */
  private record Change(List<String> by, String path, String wanted) {
    static Change patch(String patch, String path, String wanted) {
      return new Change(List.of("patch", "pod", "web", "-p", patch), path, wanted);
    }
  }

  @BeforeEach
  void peer(Cluster home, Cluster away, TestNamespace namespace) {
    this.home = home;
    this.away = away;
    this.peered = Peered.start(home, away, namespace.name());
  }

  @AfterEach
  void leave() {
    peered.close();
  }

  @Test
  void everythingThatMayChangeOnARunningPodTravels() {
    peered.createPod("web", "terminationGracePeriodSeconds: 1");
    peered.awaitRunning("web");
    String uid = peered.field(away, "pod/web", "{.metadata.uid}");
    for (Change change : changes()) {
      String[] command =
          Stream.concat(change.by().stream(), Stream.of("-n", peered.namespace))
              .toArray(String[]::new);
      home.kubectl(command).outOrThrow();
      peered.awaitField(away, "pod/web", change.path(), change.wanted());
    }
    assertThat(peered.field(away, "pod/web", "{.metadata.uid}"))
        .as("still the same")
        .isEqualTo(uid);
    showsWhichGenerationTheProviderHasSeen();
  }

  private static List<Change> changes() {
    return List.of(
        Change.patch(
            "{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"pause:2\"}]}}",
            "{.spec.containers[0].image}",
            "pause:2"),
        Change.patch(
            "{\"spec\":{\"activeDeadlineSeconds\":3600}}", "{.spec.activeDeadlineSeconds}", "3600"),
        new Change(
            List.of(
                "patch",
                "pod",
                "web",
                "--type=json",
                "-p",
                "[{\"op\":\"add\",\"path\":\"/spec/tolerations/-\",\"value\":{\"key\":"
                    + "\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\",\"effect\":"
                    + "\"NoSchedule\"}}]"),
            "{.spec.tolerations[?(@.effect==\"NoSchedule\")].key}",
            "node.kubernetes.io/not-ready"),
        new Change(
            List.of("label", "pod", "web", "tier=front"), "{.metadata.labels.tier}", "front"),
        new Change(List.of("label", "pod", "web", "tier-"), "{.metadata.labels.tier}", ""),
        new Change(
            List.of("annotate", "pod", "web", "owner=me"), "{.metadata.annotations.owner}", "me"));
  }

  /** As the provider's kubelet would say it; fake nodes do not. */
  private void showsWhichGenerationTheProviderHasSeen() {
    String remote = peered.field(away, "pod/web", "{.metadata.generation}");
    status(away, "web", "{\"status\":{\"observedGeneration\":" + remote + "}}");
    peered.awaitField(
        home,
        "pod/web",
        "{.status.observedGeneration}",
        peered.field(home, "pod/web", "{.metadata.generation}"));
  }

  @Test
  void readinessGatesAreJudgedAtHome() {
    peered.createPod("gated", "readinessGates: [{conditionType: example.com/lb}]");
    peered.awaitRunning("gated");
    assertThat(ready("gated")).isEqualTo("False");
    status(
        home,
        "gated",
        "{\"status\":{\"conditions\":[{\"type\":\"example.com/lb\",\"status\":\"True\"}]}}");
    peered.awaitField(
        home, "pod/gated", "{.status.conditions[?(@.type==\"Ready\")].status}", "True");
    assertThat(peered.field(home, "pod/gated", "{.status.conditions[*].type}"))
        .as("a foreign condition stays")
        .contains("example.com/lb");
  }

  @Test
  void whatIsBadFailsAloneAndSaysWhy() {
    peered.createPod("host", "volumes: [{name: v, hostPath: {path: /etc}}]");
    String huge = "x".repeat(120_000); // kubectl stores it twice; 256 KiB are allowed
    peered.createPod("fine", "");
    Peered.apply(
        home,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: huge, namespace: %s, annotations: {a: "%s"}}
        spec:
          nodeSelector: {liqo.io/type: virtual-node}
          tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
          containers: [{name: c, image: pause}]
        """
            .formatted(peered.namespace, huge));
    peered.awaitField(home, "pod/host", "{.status.reason}", "RefusedByPolicy");
    peered.awaitRunning("fine");
    peered.awaitRunning("huge");
    assertThat(peered.field(away, "pod/huge", "{.metadata.annotations.a}")).hasSize(huge.length());
    assertThat(peered.field(away, "pod/host", "{.metadata.name}")).isEmpty();
  }

  private void status(Cluster cluster, String pod, String patch) {
    cluster
        .kubectl("patch", "pod", pod, "-n", peered.namespace, "--subresource=status", "-p", patch)
        .outOrThrow();
  }

  private String ready(String pod) {
    return peered.field(home, "pod/" + pod, "{.status.conditions[?(@.type==\"Ready\")].status}");
  }
}
