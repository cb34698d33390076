package io.sluice.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({"30s,30,30s", "2m,120,2m", "1h30m,5400,1h30m", "PT10S,10,10s", "90s,90,1m30s"})
  void readsAndWritesWhatPeopleDo(String text, long seconds, String again) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofSeconds(seconds));
    assertThat(Durations.text(Durations.parse(text))).isEqualTo(again);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "10", "5x", "-3s"})
  void anythingElseIsNone(String text) {
    assertThatThrownBy(() -> Durations.parse(text)).hasMessageContaining("is not a duration");
  }
}
