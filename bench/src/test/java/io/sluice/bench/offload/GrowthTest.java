package io.sluice.bench.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.offload.Growth.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What counts as growth under load. */
class GrowthTest {
  private static final Sample QUIET = new Sample(60, 70, 0, 400);

  @Test
  void whatIsLargerOnlyWhileTheLoadLastsHasNotGrown() {
    assertThat(found(new Sample(200, 180, 5000, 1200), new Sample(90, 95, 3, 500))).isEmpty();
  }

  @Test
  void whatStaysHasGrown() {
    assertThat(found(QUIET, new Sample(150, 70, 0, 400))).containsExactly("memory of the kubelet");
    assertThat(found(QUIET, new Sample(60, 150, 0, 400))).containsExactly("memory of the manager");
    assertThat(found(QUIET, new Sample(60, 70, 20, 400))).containsExactly("queue");
  }

  @Test
  void whoWaitsLongerWhileTheLoadLastsHasBeenSlowedDown() {
    assertThat(found(new Sample(60, 70, 0, 4000), QUIET)).containsExactly("latency");
  }

  private static List<String> found(Sample full, Sample after) {
    return new Growth(List.of(QUIET, full, after)).found();
  }
}
