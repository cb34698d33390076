package io.sluice.bench.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GrownTest {
  @Test
  void sizesAreInOrderWhateverTheOrderOfFigures() {
    List<Figure> figures =
        List.of(
            figure("growth.pods.1000.burst_ratio_double", 1.5),
            figure("other", 7),
            figure("growth.pods.100.burst_ratio_double", 1));
    assertThat(Grown.sentences(figures))
        .containsExactly(
            "pods, a burst, by double: 1.0 with 100, 1.5 with 1,000; 1.5 times as much at the"
                + " end.");
  }

  @Test
  void oneSizeIsNoGrowth() {
    assertThat(Grown.sentences(List.of(figure("growth.namespaces.1.burst_s", 3)))).isEmpty();
  }

  private static Figure figure(String key, double value) {
    return Figure.of(key, "s", Scenario.NONE, value);
  }
}
