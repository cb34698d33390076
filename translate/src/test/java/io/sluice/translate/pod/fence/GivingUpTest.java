package io.sluice.translate.pod.fence;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.sluice.api.vocab.Names;
import io.sluice.translate.pod.RemotePods;
import io.sluice.translate.pod.fence.GivingUp.GiveUp;
import io.sluice.translate.pod.fence.GivingUp.Look;
import io.sluice.translate.pod.fence.GivingUp.Nothing;
import io.sluice.translate.pod.fence.GivingUp.Tolerate;
import io.sluice.translate.pod.fence.OnDisconnect.Invalid;
import io.sluice.translate.pod.fence.OnDisconnect.Keep;
import io.sluice.translate.pod.fence.OnDisconnect.StopAfter;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Home's half of fencing: nothing is freed before the provider must have stopped it (D-22). */
class GivingUpTest {
  private static final StopAfter MINUTE = new StopAfter(Duration.ofMinutes(1));

  @ParameterizedTest(name = "after {0} s of silence")
  @CsvSource({"0, 105", "59, 46", "60, 45", "90, 15", "104, 1"})
  void waitsForTheTimeTheGraceAndTheSkew(long silence, long left) {
    assertThat(GivingUp.decide(patient(), MINUTE, Duration.ofSeconds(silence)))
        .isEqualTo(new Look(Duration.ofSeconds(left)));
  }

  @ParameterizedTest
  @CsvSource({"105", "106", "100000"})
  void givesUpWhenAllOfThemArePast(long silence) {
    assertThat(GivingUp.decide(patient(), MINUTE, Duration.ofSeconds(silence)))
        .isEqualTo(new GiveUp(Duration.ofSeconds(105)));
  }

  @Test
  void aPodThatIsKeptIsNeverGivenUp() {
    Duration ages = Duration.ofDays(9);

    assertThat(GivingUp.decide(patient(), new Keep(), ages)).isInstanceOf(Nothing.class);
    assertThat(GivingUp.decide(patient(), new Invalid("?"), ages)).isInstanceOf(Nothing.class);
  }

  @Test
  void finishedIsFinal() { // D-1
    var over = RemotePods.phase(patient(), "Succeeded", "");

    assertThat(GivingUp.decide(over, MINUTE, Duration.ofDays(9))).isInstanceOf(Nothing.class);
  }

  @Test
  void theNodeMayBeAwayForAsLongAsItTakes() {
    var other = toleration("example.com/gpu", 5L);
    var given =
        with(
            other,
            toleration(Names.TAINT_NOT_READY, 300L),
            toleration(Names.TAINT_UNREACHABLE, 0L));

    assertThat(GivingUp.decide(given, MINUTE, Duration.ofDays(9)))
        .isEqualTo(
            new Tolerate(
                List.of(
                    other,
                    toleration(Names.TAINT_NOT_READY, null),
                    toleration(Names.TAINT_UNREACHABLE, null))));
  }

  @Test
  void tolerationsThatAreMissingAreAdded() {
    assertThat(GivingUp.decide(with(), MINUTE, Duration.ZERO))
        .isEqualTo(
            new Tolerate(
                List.of(
                    toleration(Names.TAINT_NOT_READY, null),
                    toleration(Names.TAINT_UNREACHABLE, null))));
  }

  private static Pod patient() {
    return with(toleration(Names.TAINT_NOT_READY, null), toleration(Names.TAINT_UNREACHABLE, null));
  }

  private static Pod with(Toleration... tolerations) {
    return new PodBuilder(RemotePods.running("Always"))
        .editSpec()
        .withTolerations(tolerations)
        .endSpec()
        .build();
  }

  private static Toleration toleration(String key, @Nullable Long seconds) {
    return new TolerationBuilder()
        .withKey(key)
        .withOperator("Exists")
        .withEffect("NoExecute")
        .withTolerationSeconds(seconds)
        .build();
  }
}
