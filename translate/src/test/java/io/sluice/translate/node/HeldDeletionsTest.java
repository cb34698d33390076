package io.sluice.translate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.sluice.translate.node.NodeHealth.Network;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** D-21: the breaker survives a restart. */
class HeldDeletionsTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final NodeHealth WELL = new NodeHealth(true, true, Network.UNCHECKED);

  @Test
  void theNodeRemembersWhyAndSinceWhen() {
    Node later =
        node(
            WELL.conditions(
                node(WELL.conditions(List.of(), T0, "too many")).getStatus().getConditions(),
                T0.plusSeconds(60),
                "too many"));
    assertThat(HeldDeletions.on(later)).contains(new HeldDeletions("too many", T0));
  }

  @Test
  void aNodeWithoutTheConditionHoldsNothing() {
    assertThat(HeldDeletions.on(null)).isEmpty();
    assertThat(HeldDeletions.on(new Node())).isEmpty();
    assertThat(HeldDeletions.on(node(WELL.conditions(List.of(), T0)))).isEmpty();
  }

  @Test
  void theConditionGoesWhenNothingIsHeldAnyMore() {
    Node held = node(WELL.conditions(List.of(), T0, "too many"));
    assertThat(NodeChange.status(held, held, WELL.conditions(List.of(), T0), false).toString())
        .contains("$patch=delete", "type=DeletionsHeld");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T00:00:01Z, true",
    "2026-01-01T00:00:00Z, false",
    "2025-12-31T23:59:59Z, false",
    "now, false",
    "'', false"
  })
  void onlyATimeAfterItIsAPersonsAnswerToIt(String said, boolean resumed) {
    assertThat(new HeldDeletions("too many", T0).isResumedBy(said)).isEqualTo(resumed);
  }

  private static Node node(List<NodeCondition> conditions) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName("n")
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .withNewNodeInfo()
        .withKubeletVersion("v1")
        .withArchitecture("")
        .withOperatingSystem("linux")
        .endNodeInfo()
        .withConditions(conditions)
        .endStatus()
        .build();
  }
}
