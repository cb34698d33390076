package io.sluice.translate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeRuntimeHandler;
import io.fabric8.kubernetes.api.model.NodeRuntimeHandlerFeatures;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LentLabelsTest {
  private static final LentFacts FACTS =
      new LentFacts(
          Set.of("amd64", "arm64"),
          List.of("GuaranteedQoSPodCPUResize"),
          List.of(
              new NodeRuntimeHandler(new NodeRuntimeHandlerFeatures(true, true), ""),
              new NodeRuntimeHandler(new NodeRuntimeHandlerFeatures(false, false), "kata")));

  @Test
  void factsCrossTheBorderAsLabels() {
    assertThat(LentLabels.of(FACTS))
        .isEqualTo(
            Map.of(
                "arch.sluice.io/amd64", "true",
                "arch.sluice.io/arm64", "true",
                "feature.sluice.io/GuaranteedQoSPodCPUResize", "true",
                "handler.sluice.io/DEFAULT", "recursive-read-only-mounts.user-namespaces",
                "handler.sluice.io/kata", "plain"));
  }

  @Test
  void theyAreReadAsTheyWereWritten() {
    assertThat(LentLabels.read(LentLabels.of(FACTS))).isEqualTo(FACTS);
  }

  @Test
  void aProviderThatSaysNothingPromisesNothing() {
    assertThat(LentLabels.read(Map.of("site", "turin"))).isEqualTo(LentFacts.UNKNOWN);
  }

  @Test
  void theyAreToldFromLabelsOfTheNode() {
    assertThat(LentLabels.of(FACTS).keySet()).allMatch(LentLabels::isFact);
    assertThat(LentLabels.isFact("site")).isFalse();
  }
}
