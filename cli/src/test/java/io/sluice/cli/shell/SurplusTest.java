package io.sluice.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurplusTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # megabytes after the last look, now, whether to look
          16,  16,  false
          16,  32,  false
          16,  33,  true
          100, 120, false
          100, 126, true
          100, 40,  false
          """)
  void growthDecides(long settled, long now, boolean due) {
    assertThat(Surplus.isDue(settled << 20, now << 20)).isEqualTo(due);
  }
}
