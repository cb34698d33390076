package io.sluice.translate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** §10: numbers come over several borders in the time that their reader has. */
class ScrapePatienceTest {
  @Test
  void eachClusterFurtherOnGivesUpBeforeTheOneThatAsksIt() {
    for (int hops = 1; hops < 3; hops++) {
      assertThat(ScrapePatience.after(hops + 1))
          .isLessThanOrEqualTo(ScrapePatience.after(hops).minusMillis(500));
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, 3000", "0, 3000", "1, 3000", "2, 2200", "3, 1400", "1000000, 1400"})
  void whateverAPodSaysOfItsWayNodesHaveTimeToAnswer(int hops, int milliseconds) {
    assertThat(ScrapePatience.after(hops)).isEqualTo(Duration.ofMillis(milliseconds));
  }
}
