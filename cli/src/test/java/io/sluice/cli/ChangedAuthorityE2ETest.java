package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A provider's API server gets a certificate of another CA, at the same address (§8.4). */
@NeedsClusters({"home", "away"})
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class ChangedAuthorityE2ETest {
  private static final String POD = "{.metadata.uid} {.status.startTime} {.status.phase}";

  @TempDir private static Path folder;

  @Test
  void peeringAgainIsEnoughAndNoPodNotices(Cluster home, Cluster away) throws IOException {
    Told.in(home.kubeconfig(), "install", "--cluster-id", "rome").succeeds();
    Told.in(away.kubeconfig(), "install", "--cluster-id", "milan").succeeds();
    try (RunningManager _ = RunningManager.of(home.kubeconfig(), folder.resolve("rome"))) {
      List<String> before;
      try (RunningManager _ = RunningManager.of(away.kubeconfig(), folder.resolve("milan"))) {
        Told.between(home, away, "peer", "--cpu", "1").succeeds();
        before = offloads(home, away);
        away.changeAuthority();
      }
      soon(() -> assertThat(ready(home)).isNotEqualTo("True"));
      soon(
          () ->
              assertThat(Told.in(home.kubeconfig(), "status").succeeds().out())
                  .containsPattern("milan +Provider +Error"));

      // Whoever types that at once need not wait for milan's manager to look at its tenants.
      try (RunningManager _ = RunningManager.of(away.kubeconfig(), folder.resolve("milan"))) {
        Told.between(home, away, "peer", "--cpu", "1").succeeds();
        soon(() -> assertThat(ready(home)).isEqualTo("True"));
        assertThat(pods(home, away)).isEqualTo(before);
        run(home, "second");
        Told.in(home.kubeconfig(), "unoffload", "namespace", "kiosk").succeeds();
        Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
      }
    }
    home.kubectl("delete", "namespace", "kiosk").outOrThrow();
    for (Cluster cluster : List.of(home, away)) {
      Told.in(cluster.kubeconfig(), "uninstall", "--purge").succeeds();
    }
  }

  private static List<String> offloads(Cluster home, Cluster away) {
    home.kubectl("create", "namespace", "kiosk").outOrThrow();
    Told.in(home.kubeconfig(), "offload", "namespace", "kiosk", "--pod-offloading-strategy=Remote")
        .succeeds();
    run(home, "first");
    assertThat(pods(home, away)).allMatch(pod -> pod.endsWith(" Running"));
    return pods(home, away);
  }

  private static void run(Cluster home, String pod) {
    home.kubectl("run", pod, "-n", "kiosk", "--image=registry.example/web:1").outOrThrow();
    soon(
        () ->
            assertThat(home.kubectl("get", "pod", pod, "-n", "kiosk", "-o=wide").out())
                .containsPattern("Running.* milan "));
  }

  /** The first pod on both sides. */
  private static List<String> pods(Cluster home, Cluster away) {
    return List.of(
        home.kubectl("get", "pod", "first", "-n", "kiosk", "-o=jsonpath=" + POD).out(),
        away.kubectl("get", "pod", "first", "-n", "kiosk-rome", "-o=jsonpath=" + POD).out());
  }

  private static String ready(Cluster home) {
    return home.kubectl(
            "get", "node", "milan", "-o=jsonpath={.status.conditions[?(@.type==\"Ready\")].status}")
        .out();
  }

  private static void soon(ThrowingRunnable assertion) {
    await().atMost(Duration.ofMinutes(2)).untilAsserted(assertion);
  }
}
