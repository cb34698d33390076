package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.net.Link;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * App. B, D-1: the link is cut in the middle of whatever happens, the kubelet is killed, and one
 * that knows nothing takes over. The audit log of the provider says what was run how often.
 */
@NeedsClusters({"home", "away"})
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class AgentlessKillsE2ETest {
  private static final int KILLS = 8;
  private static final int LONGEST_LIFE_MS = 700;
  private static final List<String> POLICIES = List.of("Always", "OnFailure", "Never");

  @Test
  void nothingIsLostAndNothingThatFinishedRunsAgain(
      Cluster home, Cluster away, TestNamespace namespace) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (Link link = Link.to(away);
        Attached attached =
            Attached.start(
                home, away, namespace.name(), link.kubeconfig(away.kubeconfig(Attached.USER)))) {
      AuditLog.Mark mark = away.audit().mark();
      List<String> pods = new ArrayList<>();
      for (int kill = 0; kill < KILLS; kill++) {
        for (String policy : POLICIES) {
          String name = policy.toLowerCase(Locale.ROOT) + "-" + kill;
          attached.createPod(name, "restartPolicy: " + policy);
          pods.add(name);
        }
        pass(random.nextInt(LONGEST_LIFE_MS));
        link.cut();
        attached.stopKubelet();
        link.heal();
        attached.startKubelet();
      }
      for (String pod : pods) {
        String end = pod.startsWith("always") ? "Running" : "Succeeded";
        attached.awaitAtHome("pod/" + pod, "{.status.phase}", end);
      }

      Requests there = away.audit().since(mark).in(attached.twin);
      String why = "seed " + seed + "\n" + there.table();
      assertThat(made(there, "replicasets")).as(why).isEqualTo(KILLS);
      assertThat(made(there, "jobs")).as(why).isEqualTo(2 * KILLS);
      assertThat(made(there, "pods")).as(why).isEqualTo(3 * KILLS);

      home.kubectl("delete", "pods", "--all", "-n", attached.namespace, "--wait=false")
          .outOrThrow();
      link.cut();
      attached.stopKubelet();
      link.heal();
      attached.startKubelet();
      attached.awaitNothingThere("replicasets,jobs,pods");
      assertThat(made(away.audit().since(mark).in(attached.twin), "pods")).isEqualTo(3 * KILLS);
    }
  }

  private static long made(Requests requests, String resource) {
    return requests.verb("create").resource(resource).stream()
        .filter(request -> request.code() < 300)
        .count();
  }

  private static void pass(int milliseconds) {
    await()
        .pollDelay(Duration.ofMillis(milliseconds))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> true);
  }
}
