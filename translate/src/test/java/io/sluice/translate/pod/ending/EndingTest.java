package io.sluice.translate.pod.ending;

import static io.sluice.translate.pod.RemotePods.deleted;
import static io.sluice.translate.pod.RemotePods.disrupted;
import static io.sluice.translate.pod.RemotePods.ended;
import static io.sluice.translate.pod.RemotePods.observed;
import static io.sluice.translate.pod.RemotePods.phase;
import static io.sluice.translate.pod.RemotePods.running;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of D-1: policies × causes × {enforcer up, down} × {recreate, fail}. */
class EndingTest {
  static final List<String> POLICIES = List.of("Always", "OnFailure", "Never");

  static Stream<Arguments> cells() {
    return POLICIES.stream()
        .flatMap(policy -> Stream.of(Case.values()).map(cause -> Arguments.of(policy, cause)));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void aPodThatIsTakenAwayIsNotFinished(String policy, Case taken) {
    var states = taken.states(policy);

    var up = replay(states);
    var down = Ending.of(states.getLast(), Seen.NOTHING);

    assertThat(states).noneMatch(s -> Ending.of(s, Seen.NOTHING) instanceof Ending.Finished);
    assertThat(Ending.of(states.getLast(), up)).isEqualTo(new Ending.Taken(taken.cause));
    assertThat(down).isEqualTo(new Ending.Taken(taken.cause));
    assertThat(Loss.RECREATE.recreates(states.getLast())).isTrue();
    assertThat(Loss.FAIL.recreates(states.getLast())).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"OnFailure, 0, Succeeded", "Never, 0, Succeeded", "Never, 42, Failed"})
  void aPodWhoseContainersEndedIsFinished(String policy, int exitCode, String phase) {
    assertThat(Ending.of(over(policy, exitCode, phase), Seen.NOTHING))
        .isEqualTo(new Ending.Finished(phase));
  }

  @ParameterizedTest
  @CsvSource({"OnFailure, 0, Succeeded", "Never, 0, Succeeded", "Never, 42, Failed"})
  void whoeverComesLaterTakesNothingAway(String policy, int exitCode, String phase) {
    // D-2 with the enforcer down: the pod was over at second 50, somebody came at 100. An eviction
    // writes its condition on a finished pod too.
    var over = over(policy, exitCode, phase);

    assertThat(
            Stream.of(
                deleted(over, 100, 0),
                deleted(disrupted(over, "EvictionByEvictionAPI", 100), 100, 0),
                deleted(disrupted(over, "DeletionByTaintManager", 100), 100, 0)))
        .allSatisfy(
            state ->
                assertThat(Ending.of(state, Seen.NOTHING)).isEqualTo(new Ending.Finished(phase)));
  }

  @Test
  void whatTheKubeletHadObservedCountsMoreThanTimes() {
    // Recorded on a real node: generation 2 is the deletion, and the end was written before it.
    var over = over("Never", 0, "Succeeded");

    assertThat(Ending.of(deleted(over, 50, 0), Seen.NOTHING))
        .isEqualTo(new Ending.Finished("Succeeded"));
    assertThat(Ending.of(observed(deleted(over, 50, 0)), Seen.NOTHING))
        .isEqualTo(new Ending.Taken(Cause.DELETED));
  }

  @Test
  void whatWasSeenCountsMoreThanTimesWithinOneSecond() {
    var over = mute(over("Never", 0, "Succeeded"));
    var deletedAtOnce = deleted(over, 50, 0);

    assertThat(Ending.of(deletedAtOnce, Seen.NOTHING)).isInstanceOf(Ending.Taken.class);
    assertThat(Ending.of(deletedAtOnce, Seen.NOTHING.and(over)))
        .isEqualTo(new Ending.Finished("Succeeded"));
    assertThat(Ending.of(deleted(over, 51, 0), Seen.NOTHING))
        .isEqualTo(new Ending.Finished("Succeeded"));
  }

  @Test
  void aDeletedPodThatHandlesItsSignalWellIsStillTaken() {
    // Exit code 0 after SIGTERM: phase Succeeded, and yet nobody's work is done.
    var killed = phase(ended(deleted(running("Never"), 100, 30), "main", 0, 101), "Succeeded", "");

    assertThat(Ending.of(killed, Seen.NOTHING)).isEqualTo(new Ending.Taken(Cause.DELETED));
  }

  @Test
  void theDeadlineOfAPodIsAnEndOfItsOwn() {
    var expired = phase(ended(running("Always"), "main", 137, 60), "Failed", "DeadlineExceeded");
    var neverRan =
        new PodBuilder(phase(running("Always"), "Failed", "DeadlineExceeded"))
            .editStatus()
            .withContainerStatuses(List.of())
            .endStatus()
            .build();

    assertThat(Ending.of(expired, Seen.NOTHING)).isEqualTo(new Ending.Finished("Failed"));
    assertThat(Ending.of(neverRan, Seen.NOTHING)).isEqualTo(new Ending.Finished("Failed"));
    assertThat(Ending.of(deleted(expired, 100, 0), Seen.NOTHING))
        .isEqualTo(new Ending.Finished("Failed"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"OutOfcpu", "NodeAffinity", "UnexpectedAdmissionError", "NodeShutdown"})
  void aPodThatItsNodeTurnedAwayNeverRan(String reason) {
    var refused =
        new PodBuilder(phase(running("Never"), "Failed", reason))
            .editStatus()
            .withContainerStatuses(List.of())
            .endStatus()
            .build();

    assertThat(Ending.of(refused, Seen.NOTHING)).isEqualTo(new Ending.Taken(Cause.NOT_ADMITTED));
    assertThat(Loss.RECREATE.recreates(refused)).isTrue();
  }

  @Test
  void aFailedInitContainerEndsThePod() {
    var pod =
        new PodBuilder(phase(running("Never"), "Failed", ""))
            .editSpec()
            .addNewInitContainer()
            .withName("init")
            .endInitContainer()
            .endSpec()
            .editStatus()
            .withContainerStatuses(List.of())
            .addToInitContainerStatuses(ended("init", 1, 5))
            .endStatus()
            .build();

    assertThat(Ending.of(pod, Seen.NOTHING)).isEqualTo(new Ending.Finished("Failed"));
    assertThat(Ending.of(deleted(pod, 100, 0), Seen.NOTHING))
        .isEqualTo(new Ending.Finished("Failed"));
  }

  @ParameterizedTest
  @CsvSource({"Never, 0", "Never, 1", "OnFailure, 0"})
  void aContainerThatIsOverForGoodForbidsAnotherRun(String policy, int exitCode) {
    // The one exception of D-1, also when the enforcer has seen nothing but the last state.
    var half = ended(running(policy, "main", "side"), "side", exitCode, 50);
    var states = Case.DELETE.states(half);

    assertThat(Ending.of(states.getLast(), Seen.NOTHING))
        .isEqualTo(new Ending.Taken(Cause.DELETED));
    assertThat(Loss.RECREATE.recreates(states.getLast())).isFalse();
  }

  @Test
  void aContainerThatWouldHaveRestartedForbidsNothing() {
    var half = ended(running("OnFailure", "main", "side"), "side", 1, 50);
    var states = Case.EVICT.states(half);

    assertThat(Loss.RECREATE.recreates(states.getLast())).isTrue();
  }

  @Test
  void aKubeletSaysTooLateWhenItBeganSoOnlyAClearDistanceCounts() {
    var longBefore = ended(running("Never", "main", "side"), "side", 0, 50);
    var perhapsKilled = ended(running("Never", "main", "side"), "side", 0, 90);

    assertThat(Loss.RECREATE.recreates(Case.PRESSURE.states(longBefore).getLast())).isFalse();
    assertThat(Loss.RECREATE.recreates(Case.PRESSURE.states(perhapsKilled).getLast())).isTrue();
  }

  @Test
  void aPodThatIsBeingDeletedLeaves() {
    assertThat(Ending.of(deleted(running("Always"), 100, 30), Seen.NOTHING))
        .isEqualTo(new Ending.Leaving(Cause.DELETED));
  }

  @Test
  void anAnnouncementAloneChangesNothing() {
    assertThat(Ending.of(disrupted(running("Always"), "EvictionByEvictionAPI", 9), Seen.NOTHING))
        .isEqualTo(new Ending.Alive());
  }

  @Test
  void whatWasSeenOfOnePodSaysNothingAboutItsSuccessor() {
    var over = over("Never", 0, "Succeeded");
    var seen = Seen.NOTHING.and(over);
    var next =
        new PodBuilder(observed(deleted(over, 50, 0)))
            .editMetadata()
            .withUid("remote-2")
            .endMetadata();

    assertThat(seen.and(over)).isSameAs(seen);
    assertThat(Ending.of(next.build(), seen)).isInstanceOf(Ending.Taken.class);
    assertThat(seen.and(running("Never"))).as("the same pod").isSameAs(seen);
  }

  private static Pod over(String policy, int exitCode, String phase) {
    return phase(ended(running(policy), "main", exitCode, 50), phase, "");
  }

  /** Of a kubelet that does not say which generation it has observed. */
  private static Pod mute(Pod pod) {
    return new PodBuilder(pod)
        .editMetadata()
        .withGeneration(null)
        .endMetadata()
        .editStatus()
        .withObservedGeneration(null)
        .endStatus()
        .build();
  }

  static Seen replay(List<Pod> states) {
    var seen = Seen.NOTHING;
    for (var state : states) {
      seen = seen.and(state);
    }
    return seen;
  }
}
