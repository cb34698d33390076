package io.sluice.translate.pod.enforce;

import static io.sluice.translate.pod.RemotePods.deleted;
import static io.sluice.translate.pod.RemotePods.ended;
import static io.sluice.translate.pod.RemotePods.phase;
import static io.sluice.translate.pod.RemotePods.running;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.translate.pod.RemotePods;
import io.sluice.translate.pod.Shadows;
import io.sluice.translate.pod.ending.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Truth table: ShadowPod? × pod? × whose? × how does it end? (§4.1). */
class EnforcementTest {
  private static final ShadowPod ALWAYS = Shadows.of("Always");
  private static final ShadowPod NEVER = Shadows.of("Never");

  @Test
  void nothingToDoWhereThereIsNothing() {
    assertThat(decide(null, null)).isInstanceOf(EnforcePlan.Nothing.class);
  }

  @Test
  void createsThePodOfAShadow() {
    assertThat(decide(ALWAYS, null)).isInstanceOf(EnforcePlan.Create.class);
  }

  @Test
  void aRunningPodAsWantedCostsNoRequest() { // D-5
    assertThat(decide(ALWAYS, Shadows.pod(ALWAYS, running("Always"))))
        .isInstanceOf(EnforcePlan.Nothing.class);
  }

  @Test
  void deletesThePodWhoseShadowIsGoneWithTheGraceAskedFor() { // SP-5, D-4
    var pod = Shadows.pod(ALWAYS, running("Always"));

    assertThat(decide(null, 5L, pod))
        .isEqualTo(new EnforcePlan.Delete("remote-1", 5L, "the ShadowPod is gone"));
    assertThat(decide(null, pod))
        .isEqualTo(new EnforcePlan.Delete("remote-1", null, "the ShadowPod is gone"));
    assertThat(decide(null, 5L, deleted(pod, 100, 5))).isInstanceOf(EnforcePlan.Wait.class);
  }

  @Test
  void aForcedDeletionOvertakesASlowOne() { // D-4
    var draining = deleted(Shadows.pod(ALWAYS, running("Always")), 100, 30);

    assertThat(decide(null, 0L, draining))
        .isEqualTo(new EnforcePlan.Delete("remote-1", 0L, "sooner"));
    assertThat(decide(null, 60L, draining)).isInstanceOf(EnforcePlan.Wait.class);
  }

  @Test
  void theFinalizerGoesWithTheShadow() { // D-2
    var pod = Shadows.pod(NEVER, running("Never"));

    assertThat(decide(null, pod)).isInstanceOf(EnforcePlan.Delete.class);
    assertThat(decide(null, deleted(pod, 100, 30))).isEqualTo(new EnforcePlan.Release("remote-1"));
    assertThat(decide(null, Shadows.released(deleted(pod, 100, 30))))
        .isInstanceOf(EnforcePlan.Wait.class);
  }

  @Test
  void aShadowThatIsLeavingCountsAsGone() {
    var leaving = Shadows.copy(ALWAYS);
    leaving.getMetadata().setDeletionTimestamp(RemotePods.at(1));

    assertThat(decide(leaving, Shadows.pod(ALWAYS, running("Always"))))
        .isInstanceOf(EnforcePlan.Delete.class);
    assertThat(decide(leaving, null)).isInstanceOf(EnforcePlan.Nothing.class);
  }

  @ParameterizedTest
  @CsvSource({"0, Succeeded, SUCCEEDED", "42, Failed, FAILED"})
  void finishedIsRecordedThenReleasedThenLeftAlone(
      int exitCode, String phase, ShadowPodPhase recorded) { // D-1, D-2, SP-1
    var over = Shadows.pod(NEVER, phase(ended(running("Never"), "main", exitCode, 50), phase, ""));

    assertThat(decide(NEVER, over))
        .asInstanceOf(InstanceOfAssertFactories.type(EnforcePlan.Report.class))
        .satisfies(
            report -> {
              assertThat(report.status().phase()).isEqualTo(recorded);
              assertThat(report.status().podStatus()).isEqualTo(over.getStatus());
            });
    var done = Shadows.phase(NEVER, recorded);
    assertThat(decide(done, over)).isEqualTo(new EnforcePlan.Release("remote-1"));
    assertThat(decide(done, Shadows.released(over))).isInstanceOf(EnforcePlan.Nothing.class);
    assertThat(decide(done, null)).isInstanceOf(EnforcePlan.Nothing.class);
  }

  @Test
  void aDeletedAlwaysPodIsAwaitedAndCreatedAgain() { // INV-3
    var pod = Shadows.pod(ALWAYS, running("Always"));
    var leaving = deleted(pod, 100, 30);
    var ended = phase(ended(leaving, "main", 143, 101), "Failed", "");

    assertThat(decide(ALWAYS, leaving)).isInstanceOf(EnforcePlan.Wait.class);
    assertThat(decide(ALWAYS, ended)).isInstanceOf(EnforcePlan.Wait.class);
    assertThat(decide(ALWAYS, null)).isInstanceOf(EnforcePlan.Create.class);
  }

  @Test
  void aDeletedNeverPodIsReleasedAndCreatedAgain() { // D-1, D-2
    var leaving = deleted(Shadows.pod(NEVER, running("Never")), 100, 30);
    var ended = phase(ended(leaving, "main", 143, 101), "Failed", "");

    assertThat(decide(NEVER, leaving)).isInstanceOf(EnforcePlan.Wait.class);
    assertThat(decide(NEVER, ended)).isEqualTo(new EnforcePlan.Release("remote-1"));
    assertThat(decide(NEVER, null)).isInstanceOf(EnforcePlan.Create.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Always", "OnFailure", "Never"})
  void anEvictedPodMakesRoomForItsSuccessor(String policy) { // node pressure: nobody deletes it
    var shadow = Shadows.of(policy);
    var evicted =
        Shadows.pod(shadow, phase(ended(running(policy), "main", 137, 101), "Failed", "Evicted"));

    assertThat(decide(shadow, evicted))
        .isEqualTo(
            new EnforcePlan.Delete("remote-1", 0L, "taken away: its node ran out of resources"));
  }

  @Test
  void aPodThatItsNodeTurnedAwayIsTriedAgainAfterAPause() {
    var refused =
        new PodBuilder(Shadows.pod(ALWAYS, phase(running("Always"), "Failed", "OutOfcpu")))
            .editMetadata()
            .withCreationTimestamp(RemotePods.at(-2))
            .endMetadata()
            .editStatus()
            .withContainerStatuses(List.of())
            .endStatus()
            .build();
    var later = RemotePods.T0.plusSeconds(3);

    assertThat(decide(ALWAYS, refused))
        .isInstanceOfSatisfying(
            EnforcePlan.Later.class,
            wait -> assertThat(wait.delay()).isEqualTo(Duration.ofSeconds(3)));
    assertThat(Enforcement.decide(new Scene(ALWAYS, null, refused, Seen.NOTHING, later)))
        .isInstanceOf(EnforcePlan.Delete.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Always", "OnFailure", "Never"})
  void underFailALossIsRecorded(String policy) { // D-1 remotePodLoss
    var shadow = Shadows.with(Shadows.of(policy), Annotations.REMOTE_POD_LOSS, "fail");
    var lost =
        Shadows.pod(
            shadow,
            phase(ended(deleted(running(policy), 100, 30), "main", 143, 101), "Failed", ""));

    assertThat(decide(shadow, lost))
        .asInstanceOf(InstanceOfAssertFactories.type(EnforcePlan.Report.class))
        .satisfies(
            report -> {
              assertThat(report.status().phase()).isEqualTo(ShadowPodPhase.FAILED);
              assertThat(status(report).getReason()).isEqualTo(Reasons.REMOTE_POD_LOST);
              assertThat(status(report).getConditions())
                  .anySatisfy(c -> assertThat(c.getType()).isEqualTo("DisruptionTarget"));
            });
  }

  @Test
  void underFailAPodThatVanishedUnseenIsLostToo() {
    var shadow = Shadows.with(ALWAYS, Annotations.REMOTE_POD_LOSS, "fail");
    var ran = Shadows.phase(shadow, ShadowPodPhase.RUNNING);

    assertThat(decide(shadow, Shadows.pod(shadow, running("Always"))))
        .asInstanceOf(InstanceOfAssertFactories.type(EnforcePlan.Report.class))
        .extracting(report -> report.status().phase())
        .isEqualTo(ShadowPodPhase.RUNNING); // D-10
    assertThat(decide(ran, Shadows.pod(shadow, running("Always"))))
        .isInstanceOf(EnforcePlan.Nothing.class);
    assertThat(decide(ran, null)).isInstanceOf(EnforcePlan.Report.class);
    assertThat(decide(shadow, null)).isInstanceOf(EnforcePlan.Create.class);
  }

  @Test
  void neverAdoptsThePodOfAnEarlierShadow() { // D-3, T-12
    var old = Shadows.pod(NEVER, running("Never"));
    var next = Shadows.copy(NEVER);
    next.getMetadata().setUid("shadow-2");

    assertThat(decide(next, old)).isInstanceOf(EnforcePlan.Delete.class);
    assertThat(decide(next, deleted(old, 100, 30))).isEqualTo(new EnforcePlan.Release("remote-1"));
    assertThat(decide(next, Shadows.released(deleted(old, 100, 30))))
        .isInstanceOf(EnforcePlan.Wait.class);
  }

  @Test
  void neverTouchesAStranger() { // INV-5
    assertThat(decide(ALWAYS, running("Always")))
        .isInstanceOfSatisfying(
            EnforcePlan.Refuse.class,
            refuse -> assertThat(refuse.reason()).isEqualTo(Reasons.NAME_CONFLICT));
    assertThat(decide(null, running("Always"))).isInstanceOf(EnforcePlan.Nothing.class);
    assertThat(decide(Shadows.phase(ALWAYS, ShadowPodPhase.FAILED), running("Always")))
        .isInstanceOf(EnforcePlan.Nothing.class);
  }

  @Test
  void aShadowOfNobodyIsRefused() { // SP-3
    var nobodys = Shadows.copy(ALWAYS);
    nobodys.getMetadata().setLabels(Map.of("app", "web"));

    assertThat(decide(nobodys, null))
        .isInstanceOfSatisfying(
            EnforcePlan.Refuse.class,
            refuse -> assertThat(refuse.reason()).isEqualTo(Reasons.ORIGIN_MISSING));
  }

  @Test
  void aChangeAtHomeIsCarriedToTheRunningPod() {
    var pod = Shadows.pod(ALWAYS, running("Always"));
    var relabelled = Shadows.copy(ALWAYS);
    relabelled.getMetadata().getLabels().put("app", "shop");

    assertThat(decide(relabelled, pod)).isInstanceOf(EnforcePlan.Update.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"SUCCEEDED", "FAILED"})
  void aFinishedShadowChangesNothingAnyMore(ShadowPodPhase phase) {
    var done = Shadows.phase(NEVER, phase);
    done.getMetadata().getLabels().put("app", "shop");

    assertThat(decide(done, Shadows.released(Shadows.pod(NEVER, running("Never")))))
        .isInstanceOf(EnforcePlan.Nothing.class);
  }

  @Test
  void graceIsReadOnlyWhereItIsANumber() {
    assertThat(Scene.graceOf(Shadows.with(ALWAYS, Annotations.DELETION_GRACE, "7"))).isEqualTo(7L);
    assertThat(Scene.graceOf(Shadows.with(ALWAYS, Annotations.DELETION_GRACE, "-1"))).isNull();
    assertThat(Scene.graceOf(Shadows.with(ALWAYS, Annotations.DELETION_GRACE, "soon"))).isNull();
    assertThat(Scene.graceOf(ALWAYS)).isNull();
  }

  @Test
  void onlyAControllerReferenceMakesAPodOurs() {
    var pod = Shadows.pod(ALWAYS, running("Always"));
    var loose =
        new PodBuilder(pod)
            .editMetadata()
            .withOwnerReferences(
                List.of(
                    new io.fabric8.kubernetes.api.model.OwnerReferenceBuilder(
                            pod.getMetadata().getOwnerReferences().getFirst())
                        .withController(false)
                        .build()))
            .endMetadata()
            .build();

    assertThat(Ownership.of(pod, ALWAYS)).isEqualTo(Ownership.OURS);
    assertThat(Ownership.of(loose, ALWAYS)).isEqualTo(Ownership.STRANGER);
    assertThat(loose.getMetadata().getLabels())
        .containsEntry(Labels.MANAGED_BY, Labels.MANAGED_BY_SHADOW_POD);
  }

  private static EnforcePlan decide(@Nullable ShadowPod shadow, @Nullable Pod pod) {
    return decide(shadow, null, pod);
  }

  private static EnforcePlan decide(
      @Nullable ShadowPod shadow, @Nullable Long grace, @Nullable Pod pod) {
    return Enforcement.decide(new Scene(shadow, grace, pod, Seen.NOTHING, RemotePods.T0));
  }

  private static PodStatus status(EnforcePlan.Report report) {
    return Objects.requireNonNull(report.status().podStatus());
  }
}
