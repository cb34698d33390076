package io.sluice.translate.pod.fence;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.vocab.Annotations;
import io.sluice.translate.pod.fence.OnDisconnect.Invalid;
import io.sluice.translate.pod.fence.OnDisconnect.Keep;
import io.sluice.translate.pod.fence.OnDisconnect.StopAfter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OnDisconnectTest {
  @Test
  void podsAreKeptWhereNobodySaysAnything() { // D-22
    assertThat(OnDisconnect.of(Map.of())).isEqualTo(new Keep());
    assertThat(said("keep")).isEqualTo(new Keep());
  }

  @ParameterizedTest
  @CsvSource({"15s, 15", "90s, 90", "5m, 300", "1h30m, 5400", "1m5s, 65", "2h, 7200"})
  void stopsAfterATimeAsGoWritesIt(String text, long seconds) {
    assertThat(said("stopAfter=" + text)).isEqualTo(new StopAfter(Duration.ofSeconds(seconds)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stop",
        "stopAfter",
        "stopAfter=",
        "stopAfter=5",
        "stopAfter=-5m",
        "stopAfter=14s",
        "stopAfter=1d",
        "stopAfter=s",
        "stopAfter=9999999999s",
        "KEEP",
        "keep stopAfter=5m"
      })
  void whatNobodyCanReadIsNotGuessed(String text) {
    assertThat(said(text)).isInstanceOf(Invalid.class);
  }

  private static OnDisconnect said(String text) {
    return OnDisconnect.of(Map.of(Annotations.ON_DISCONNECT, text));
  }
}
