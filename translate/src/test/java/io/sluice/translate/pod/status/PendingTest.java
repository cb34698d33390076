package io.sluice.translate.pod.status;

import static io.sluice.translate.pod.RemotePods.running;
import static io.sluice.translate.pod.status.Home.reported;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.translate.pod.Shadows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Why is it pending: one link after the other (D-5). */
class PendingTest {
  private static final Duration SOON = Duration.ofMillis(1900);
  private static final Duration LATE = Duration.ofSeconds(2);
  private static final ShadowPod SHADOW = Shadows.of("Always");

  @Test
  void aRefusalIsSaidAtOnceAndVerbatim() {
    var refusal = new Pending("Forbidden", "away: admission webhook said no");

    assertThat(of(null, null, refusal, Duration.ZERO)).contains(refusal);
    assertThat(of(SHADOW, null, refusal, Duration.ZERO)).as("accepted since").isEmpty();
  }

  @Test
  void inTheGoodCaseNothingIsSaid() {
    assertThat(of(null, null, null, SOON)).isEmpty();
    assertThat(of(SHADOW, null, null, SOON)).isEmpty();
    assertThat(of(SHADOW, unscheduled(), null, SOON)).isEmpty();
    assertThat(of(SHADOW, running("Always"), null, LATE)).isEmpty();
  }

  @Test
  void whoeverDoesNotMoveForTwoSecondsIsNamed() {
    assertThat(of(null, null, null, LATE).orElseThrow().reason())
        .isEqualTo(Reasons.SHADOW_POD_NOT_ACCEPTED);
    assertThat(of(SHADOW, null, null, LATE).orElseThrow().reason())
        .isEqualTo(Reasons.REMOTE_POD_NOT_CREATED);
    assertThat(of(SHADOW, unscheduled(), null, LATE))
        .contains(
            new Pending(Reasons.REMOTE_UNSCHEDULABLE, "away: scheduler: 0/3 nodes are available"));
  }

  @Test
  void whatAFurtherHopSaysIsSaidAtOnce() { // §10
    var refused =
        new PodBuilder(unscheduled())
            .editStatus()
            .withPhase("Pending")
            .withReason(Reasons.HOP_LOOP)
            .withMessage("the pod already came through home")
            .endStatus()
            .build();

    assertThat(of(SHADOW, refused, null, Duration.ZERO))
        .contains(new Pending(Reasons.HOP_LOOP, "away: the pod already came through home"));
  }

  @Test
  void whatTheProviderSaysOnTheShadowPodIsSaidAtOnce() { // D-13, D-14
    var waiting = Shadows.copy(SHADOW);
    waiting.setStatus(
        new ShadowPodStatus(
            ShadowPodPhase.PENDING,
            null,
            Map.of(),
            List.of(
                new Condition(
                    "Admitted",
                    ConditionStatus.FALSE,
                    Reasons.QUOTA_EXCEEDED,
                    "cpu: 4 asked, 1 left",
                    null))));

    assertThat(of(waiting, null, null, Duration.ZERO))
        .contains(new Pending(Reasons.QUOTA_EXCEEDED, "away: cpu: 4 asked, 1 left"));
    assertThat(of(waiting, running("Always"), null, Duration.ZERO)).isEmpty();
  }

  @Test
  void theReasonIsShownAndTakenBackWithTheStatus() {
    var up = reported(running("Always"), true);
    var home = new Home(up);
    home.pending = Optional.of(new Pending(Reasons.QUOTA_EXCEEDED, "cpu"));

    home.sees(null);
    assertThat(home.phase()).isEqualTo("Pending");
    assertThat(home.reason()).isEqualTo(Reasons.QUOTA_EXCEEDED);

    home.pending = Optional.empty();
    home.sees(null);
    assertThat(home.reason()).as("until something else is known").isEqualTo("QuotaExceeded");
    home.sees(up);
    assertThat(home.reason()).isNull();
    assertThat(home.patches).isEqualTo(2);
  }

  @Test
  void whatIsSaidAfterALossIsNotTakenForANewLoss() {
    var up = reported(running("Always"), true);
    var home = new Home(up).sees(up).sees(null);
    home.pending = Optional.of(new Pending(Reasons.REMOTE_UNSCHEDULABLE, "full"));

    home.sees(null).sees(null);

    assertThat(home.reason()).isEqualTo(Reasons.REMOTE_UNSCHEDULABLE);
    assertThat(home.patches).isEqualTo(3);
  }

  private static Optional<Pending> of(
      @Nullable ShadowPod shadow, @Nullable Pod remote, @Nullable Pending refusal, Duration idle) {
    return Pending.of(new Pending.Way(shadow, remote), refusal, "away", idle);
  }

  private static Pod unscheduled() {
    return new PodBuilder(running("Always"))
        .editStatus()
        .withPhase("Pending")
        .withContainerStatuses(List.of())
        .addNewCondition()
        .withType("PodScheduled")
        .withStatus("False")
        .withReason("Unschedulable")
        .withMessage("0/3 nodes are available")
        .endCondition()
        .endStatus()
        .build();
  }
}
