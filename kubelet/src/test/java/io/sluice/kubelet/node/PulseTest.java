package io.sluice.kubelet.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** D-11: failures in a row, and one answer ends it. */
class PulseTest {

  @ParameterizedTest
  @CsvSource({
    "'',      true",
    "+,       true",
    "--,      true",
    "---,     false",
    "----,    false",
    "--+--,   true",
    "---+,    true",
    "---+--,  true",
    "---+---, false"
  })
  void givesUpAfterThreeFailuresInARowAndTakesBackAtOnce(String beats, boolean reachable) {
    Pulse pulse = new Pulse(3);
    beats.chars().forEach(beat -> pulse.beat(beat == '+'));
    assertThat(pulse.reachable()).isEqualTo(reachable);
  }

  @ParameterizedTest
  @CsvSource({"---, 1", "------, 1", "---+, 2", "--+--+, 0", "---+---, 3"})
  void tellsEachChangeOnce(String beats, int changes) {
    Pulse pulse = new Pulse(3);
    long told = beats.chars().filter(beat -> pulse.beat(beat == '+')).count();
    assertThat(told).isEqualTo(changes);
  }
}
