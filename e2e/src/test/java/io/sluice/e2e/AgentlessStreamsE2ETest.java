package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.model.NodeKind;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** App. B: with no more than a user's rights in one namespace, on real nodes. */
@NeedsClusters(
    value = {"home", "away"},
    nodes = NodeKind.REAL)
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class AgentlessStreamsE2ETest {

  @Test
  void podsThatAReplicaSetKeepsCanBeTalkedToAndMeasured(
      Cluster home, Cluster away, TestNamespace namespace) throws IOException {
    try (Attached attached = Attached.start(home, away, namespace.name())) {
      new Talk(
              home,
              attached.namespace,
              "nodeSelector: {kubernetes.io/hostname: bare-away}\n"
                  + "  tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]")
          .works();
      away.serveMetrics();
      home.serveMetrics();
      topShowsWhatTheOtherMetricsServerMeasured(home, attached.namespace);
    }
  }

  /** Both look every 10 s, one after the other. */
  private static void topShowsWhatTheOtherMetricsServerMeasured(Cluster home, String namespace) {
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(
            () -> {
              assertThat(home.kubectl("top", "pod", "web", "-n", namespace).out())
                  .as("see %s", home.log(Component.METRICS_SERVER))
                  .containsPattern("web +\\d+m +[1-9]\\d*Mi");
              assertThat(home.kubectl("top", "node", Attached.NODE).out())
                  .containsPattern(Attached.NODE + " +\\d+m +\\d+% +\\d+Mi");
            });
  }
}
