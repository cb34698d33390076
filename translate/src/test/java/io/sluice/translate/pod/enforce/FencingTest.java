package io.sluice.translate.pod.enforce;

import static io.sluice.translate.pod.RemotePods.deleted;
import static io.sluice.translate.pod.RemotePods.ended;
import static io.sluice.translate.pod.RemotePods.phase;
import static io.sluice.translate.pod.RemotePods.running;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.translate.pod.RemotePods;
import io.sluice.translate.pod.Shadows;
import io.sluice.translate.pod.ending.Seen;
import io.sluice.translate.pod.fence.FenceWord;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Truth table: what was said × is there a pod? × is the consumer silent? (D-22). */
class FencingTest {
  private static final ShadowPod PLAIN = Shadows.of("Always");
  private static final ShadowPod STOPPED = said(Reasons.CONSUMER_SILENT, "t1");
  private static final ShadowPod ASKED = said(Reasons.CONSUMER_BACK, "t2");
  private static final ShadowPod ANSWERED = Shadows.with(ASKED, Annotations.STILL_WANTED, "t2");
  private static final ShadowPod ANSWERED_BEFORE =
      Shadows.with(ASKED, Annotations.STILL_WANTED, "t0");
  private static final Pod POD = Shadows.pod(PLAIN, running("Always"));

  @Test
  void aConsumerThatIsHeardChangesNothing() {
    assertThat(heard(PLAIN, POD)).isInstanceOf(EnforcePlan.Nothing.class);
    assertThat(heard(PLAIN, null)).isInstanceOf(EnforcePlan.Create.class);
  }

  @Test
  void silenceIsSaidBeforeThePodIsStopped() {
    assertThat(silent(PLAIN, POD)).isEqualTo(refused(Reasons.CONSUMER_SILENT));
    assertThat(silent(STOPPED, POD))
        .isEqualTo(new EnforcePlan.Delete("remote-1", null, "the consumer is silent"));
  }

  @Test
  void nothingIsCreatedWhileTheConsumerIsSilent() {
    assertThat(silent(PLAIN, null)).isEqualTo(refused(Reasons.CONSUMER_SILENT));
    assertThat(silent(STOPPED, null)).isInstanceOf(EnforcePlan.Wait.class);
    assertThat(silent(ANSWERED, null)).isEqualTo(refused(Reasons.CONSUMER_SILENT));
  }

  @Test
  void takenAwayIsNotFinished() { // D-1
    var never = Shadows.of("Never");
    var stopped = said(never, Reasons.CONSUMER_SILENT, "t1");
    var killed =
        phase(
            ended(deleted(Shadows.pod(never, running("Never")), 100, 30), "main", 137, 101),
            "Failed",
            "");

    assertThat(silent(stopped, killed)).isEqualTo(new EnforcePlan.Release("remote-1"));
  }

  @Test
  void whatEndedByItselfIsRecordedAllTheSame() {
    var never = Shadows.of("Never");
    var stopped = said(never, Reasons.CONSUMER_SILENT, "t1");
    var over = phase(ended(Shadows.pod(never, running("Never")), "main", 0, 50), "Succeeded", "");

    assertThat(silent(stopped, over)).isInstanceOf(EnforcePlan.Report.class);
  }

  @Test
  void homeIsAskedBeforeAnythingComesBack() { // it may have let another copy run
    assertThat(heard(STOPPED, null)).isEqualTo(refused(Reasons.CONSUMER_BACK));
    assertThat(heard(ASKED, null)).isInstanceOf(EnforcePlan.Wait.class);
    assertThat(heard(ANSWERED_BEFORE, null)).isInstanceOf(EnforcePlan.Wait.class);
    assertThat(heard(ANSWERED, null)).isInstanceOf(EnforcePlan.Create.class);
  }

  @Test
  void aPodThatWasNotStoppedInTimeStaysWhileHomeIsAsked() {
    assertThat(heard(STOPPED, POD)).isEqualTo(refused(Reasons.CONSUMER_BACK));
    assertThat(heard(ASKED, POD)).isInstanceOf(EnforcePlan.Nothing.class);
    assertThat(heard(ANSWERED, POD)).isInstanceOf(EnforcePlan.Admit.class);
  }

  @Test
  void silenceAfterTheQuestionStopsItAgain() {
    assertThat(silent(ASKED, POD)).isEqualTo(refused(Reasons.CONSUMER_SILENT));
    assertThat(silent(ANSWERED, POD)).isEqualTo(refused(Reasons.CONSUMER_SILENT));
  }

  @Test
  void homeAnswersEachQuestionOnce() {
    assertThat(FenceWord.answer(PLAIN)).isEmpty();
    assertThat(FenceWord.answer(STOPPED)).isEmpty();
    assertThat(FenceWord.answer(ANSWERED)).isEmpty();
    assertThat(FenceWord.answer(ANSWERED_BEFORE)).isEqualTo(FenceWord.answer(ASKED));
    assertThat(FenceWord.answer(ASKED))
        .contains(
            Map.of("metadata", Map.of("annotations", Map.of(Annotations.STILL_WANTED, "t2"))));
  }

  private static EnforcePlan silent(ShadowPod shadow, @Nullable Pod pod) {
    return Enforcement.decide(new Scene(shadow, null, pod, Seen.NOTHING, RemotePods.T0, true));
  }

  private static EnforcePlan heard(ShadowPod shadow, @Nullable Pod pod) {
    return Enforcement.decide(new Scene(shadow, null, pod, Seen.NOTHING, RemotePods.T0, false));
  }

  private static EnforcePlan.Refuse refused(String reason) {
    return new EnforcePlan.Refuse(
        reason,
        reason.equals(Reasons.CONSUMER_SILENT)
            ? "the consumer was silent for longer than the pod may run"
            : "stopped while the consumer was silent; home is asked for it");
  }

  private static ShadowPod said(String reason, String time) {
    return said(PLAIN, reason, time);
  }

  private static ShadowPod said(ShadowPod shadow, String reason, String time) {
    var copy = Shadows.copy(shadow);
    var condition = new Condition(ConditionTypes.ADMITTED, ConditionStatus.FALSE, reason, "", time);
    copy.setStatus(new ShadowPodStatus(ShadowPodPhase.PENDING, null, Map.of(), List.of(condition)));
    return copy;
  }
}
