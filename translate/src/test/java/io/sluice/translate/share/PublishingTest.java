package io.sluice.translate.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.translate.share.Publishing.Published;
import io.sluice.translate.share.Publishing.Verdict;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishingTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest(name = "D-15: 1000 -> {0}, written {1} s ago, differs for {2} s: {3}")
  @CsvSource({
    "1000,  5,  0, nothing",
    " 999,  5,  0, now",
    " 999,  1,  0, +1",
    " 999,  2,  0, now",
    "1010,  5,  0, now",
    "1010,  0,  0, +2",
    "1009,  5,  0, +10",
    "1009, 50,  9, +1",
    "1009, 50, 10, now",
    "1009,  1, 20, +1",
  })
  void writesLessAtOnceAndALittleMoreLater(
      long wanted, long writtenAgo, long differsFor, String verdict) {
    Published published = new Published(Amounts.of("pods", 1000), T0.minusSeconds(writtenAgo));

    assertThat(
            text(
                Publishing.decide(
                    published, Amounts.of("pods", wanted), T0.minusSeconds(differsFor), T0)))
        .isEqualTo(verdict);
  }

  @Test
  void anAppearingOrDisappearingNameIsUrgent() {
    Published published = new Published(Amounts.of("pods", 1000), T0.minusSeconds(60));
    Amounts more = published.amounts().plus(Amounts.of("nvidia.com/gpu", 0));

    assertThat(text(Publishing.decide(published, more, T0, T0))).isEqualTo("now");
    assertThat(text(Publishing.decide(published, Amounts.NONE, T0, T0))).isEqualTo("now");
  }

  private static String text(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Nothing() -> "nothing";
      case Verdict.Now() -> "now";
      case Verdict.Later(var at) -> "+" + (at.getEpochSecond() - T0.getEpochSecond());
    };
  }
}
