package io.sluice.translate.pod.status;

import static io.sluice.translate.pod.RemotePods.deleted;
import static io.sluice.translate.pod.RemotePods.ended;
import static io.sluice.translate.pod.RemotePods.phase;
import static io.sluice.translate.pod.RemotePods.running;
import static io.sluice.translate.pod.status.Home.reported;
import static io.sluice.translate.pod.status.Home.successor;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Reasons;
import io.sluice.translate.pod.RemotePods;
import io.sluice.translate.pod.Shadows;
import io.sluice.translate.pod.ending.Cause;
import io.sluice.translate.pod.ending.FinalRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends that are shown at home: recorded, lost, or lost for good (D-1, D-10). */
class LossTest {

  @ParameterizedTest
  @ValueSource(strings = {"Always", "OnFailure", "Never"})
  void underFailTheHomePodFailsAsADisruption(String policy) {
    var up = reported(running(policy), true);
    var home = new Home(up);
    home.shadow = Shadows.with(Shadows.of(policy), Annotations.REMOTE_POD_LOSS, "fail");

    home.sees(up).sees(killed(up));

    assertThat(home.phase()).isEqualTo("Failed");
    assertThat(home.reason()).isEqualTo(Reasons.REMOTE_POD_LOST);
    assertThat(home.condition("DisruptionTarget")).startsWith("True");
    assertThat(home.condition("Ready")).isEqualTo("False/PodFailed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Always", "OnFailure", "Never"})
  void otherwiseItWaitsForItsSuccessor(String policy) {
    var up = reported(running(policy), true);
    var home = new Home(up).sees(up).sees(killed(up));
    assertThat(home.phase()).isEqualTo("Pending");

    assertThat(home.sees(null).sees(successor(up, "remote-2")).phase()).isEqualTo("Running");
  }

  @Test
  void anEndThatWasShownCannotBeTakenBack() { // the exception of D-1, seen by both sides
    var half = ended(reported(running("Never", "main", "side"), true), "side", 0, 50);
    var home = new Home(half).sees(half).sees(killed(half));

    assertThat(home.phase()).isEqualTo("Failed");
    assertThat(home.condition("DisruptionTarget")).startsWith("True");
  }

  @Test
  void aSuccessorThatRunsWhatHasEndedMeansALoss() {
    // T-2: the provider did not know that the end was shown; the API server would refuse this
    // status for ever.
    var half = ended(reported(running("Never", "main", "side"), true), "side", 0, 50);
    var home =
        new Home(half)
            .sees(half)
            .sees(successor(reported(running("Never", "main", "side"), true), "remote-2"));

    assertThat(home.phase()).isEqualTo("Failed");
    assertThat(home.reason()).isEqualTo(Reasons.REMOTE_POD_LOST);
  }

  @Test
  void initContainersThatRunAgainKeepTheirEnd() { // T-2
    var up = withInit(reported(running("Never"), true), true);
    var home = new Home(up).sees(up).sees(null);
    assertThat(home.phase()).isEqualTo("Pending");

    home.sees(successor(withInit(reported(running("Never"), false), false), "remote-2"));

    assertThat(home.local.getStatus().getInitContainerStatuses().getFirst().getState())
        .isEqualTo(RemotePods.ended("init", 0, 5).getState());
  }

  @Test
  void theRecordOutlivesThePod() { // exit code 42 after pod and node are gone
    var up = reported(running("Never"), true);
    var over = phase(ended(up, "main", 42, 50), "Failed", "");
    var home = new Home(up).sees(up);
    home.shadow = recorded("Never", FinalRecord.finished(over));

    home.sees(null);

    assertThat(home.phase()).isEqualTo("Failed");
    assertThat(home.reason()).isEqualTo(Reasons.REMOTE_POD_TERMINATED);
    assertThat(
            home.local
                .getStatus()
                .getContainerStatuses()
                .getFirst()
                .getState()
                .getTerminated()
                .getExitCode())
        .isEqualTo(42);
    assertThat(home.local.getStatus().getContainerStatuses().getFirst().getRestartCount()).isZero();
  }

  @Test
  void aRecordOfTheMerePhaseIsShownAsRejected() { // a peer's ShadowPod (§3.5.5, §3.5.6)
    var up = reported(running("Never"), true);
    var home = new Home(up).sees(up);
    home.shadow = Shadows.phase(Shadows.of("Never"), ShadowPodPhase.SUCCEEDED);

    home.sees(null);

    assertThat(home.phase()).isEqualTo("Succeeded");
    assertThat(home.reason()).isEqualTo(Reasons.REMOTE_POD_TERMINATED);
    assertThat(
            home.local
                .getStatus()
                .getContainerStatuses()
                .getFirst()
                .getState()
                .getTerminated()
                .getExitCode())
        .isZero();
    assertThat(home.condition("Ready")).isEqualTo("False/RemotePodTerminated");
    assertThat(home.condition("PodScheduled")).isEqualTo("True");
  }

  @Test
  void aPodThatVanishedUnderFailIsADisruption() {
    var up = reported(running("Always"), true);
    var home = new Home(up).sees(up);
    home.shadow = recorded("Always", FinalRecord.vanished(RemotePods.T0));

    home.sees(null);

    assertThat(home.phase()).isEqualTo("Failed");
    assertThat(home.reason()).isEqualTo(Reasons.REMOTE_POD_LOST);
    assertThat(home.condition("DisruptionTarget")).isEqualTo("True/RemotePodLost");
  }

  @Test
  void aRecordShrinksUntilItFits() { // D-13a
    var over = phase(ended(running("Never"), "main", 42, 50), "Failed", "");
    var chatty =
        new PodBuilder(over)
            .editStatus()
            .withMessage("long")
            .editFirstContainerStatus()
            .editState()
            .editTerminated()
            .withMessage("longer")
            .endTerminated()
            .endState()
            .endContainerStatus()
            .endStatus()
            .build();
    var full =
        new ShadowPodStatus(
            ShadowPodPhase.FAILED, chatty.getStatus(), Map.of("main", "log"), List.of());

    var versions = FinalRecord.everSmaller(full);

    assertThat(versions).extracting(ShadowPodStatus::phase).containsOnly(ShadowPodPhase.FAILED);
    assertThat(versions.get(0)).isEqualTo(full);
    assertThat(versions.get(1).logs()).isEmpty();
    assertThat(versions.get(1).podStatus()).isEqualTo(chatty.getStatus());
    assertThat(Objects.requireNonNull(versions.get(2).podStatus()).toString())
        .contains("exitCode=42")
        .doesNotContain("long");
    assertThat(versions.get(3).podStatus()).isNull();
  }

  @Test
  void aLossIsRecordedWithTheReasonOfTheKubelet() {
    var evicted = phase(ended(running("Never"), "main", 137, 101), "Failed", "Evicted");

    var status =
        Objects.requireNonNull(
            FinalRecord.lost(evicted, Cause.PRESSURE, RemotePods.T0).podStatus());

    assertThat(status.getReason()).isEqualTo("Evicted");
    assertThat(status.getConditions()).extracting("type").contains("DisruptionTarget");
  }

  private static io.sluice.api.offloading.ShadowPod recorded(
      String policy, ShadowPodStatus record) {
    var shadow = Shadows.copy(Shadows.of(policy));
    shadow.setStatus(record);
    return shadow;
  }

  private static Pod killed(Pod up) {
    return phase(ended(deleted(up, 100, 30), "main", 143, 101), "Failed", "");
  }

  private static Pod withInit(Pod pod, boolean done) {
    return new PodBuilder(pod)
        .editSpec()
        .addNewInitContainer()
        .withName("init")
        .endInitContainer()
        .endSpec()
        .editStatus()
        .addToInitContainerStatuses(done ? RemotePods.ended("init", 0, 5) : RemotePods.up("init"))
        .endStatus()
        .build();
  }
}
