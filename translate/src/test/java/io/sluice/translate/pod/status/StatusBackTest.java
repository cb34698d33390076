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
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Reasons;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusBackTest {
  private static final Pod UP = reported(running("Always"), true);
  private static final Pod BLANK =
      new PodBuilder(running("Always"))
          .editStatus()
          .withPhase("Pending")
          .withContainerStatuses(List.of())
          .withStartTime(null)
          .endStatus()
          .build();

  @Test
  void aPodThatStartsAndRunsCostsOnePatch() { // D-5
    var home = new Home(UP).sees(null).sees(BLANK).sees(UP);

    assertThat(home.patches).isEqualTo(1);
    assertThat(home.phase()).isEqualTo("Running");
    assertThat(home.condition("Ready")).isEqualTo("True");
    assertThat(home.condition("Initialized")).isEqualTo("True");
    assertThat(home.local.getStatus().getPodIP()).isEqualTo("710.1.1.1");
    assertThat(home.local.getStatus().getHostIP()).isEqualTo("192.168.0.9");
    assertThat(home.local.getStatus().getContainerStatuses())
        .isEqualTo(UP.getStatus().getContainerStatuses());
    assertThat(home.local.getStatus().getObservedGeneration()).isEqualTo(4);
  }

  @Test
  void whatBelongsToOthersStays() { // T-6, T-7
    var home = new Home(UP).sees(UP);

    assertThat(home.local.getStatus().getQosClass()).isEqualTo("Burstable");
    assertThat(scheduled(home).getLastTransitionTime()).isEqualTo("2026-03-01T09:59:55Z");
  }

  @Test
  void readyNeedsTheGatesOfTheLocalPod() { // T-7
    var home = new Home(UP);
    home.local =
        new PodBuilder(home.local)
            .editSpec()
            .addNewReadinessGate("lb.example/ready")
            .endSpec()
            .build();

    home.sees(UP);
    assertThat(home.condition("Ready")).isEqualTo("False/ReadinessGatesNotReady");
    assertThat(home.condition("ContainersReady")).isEqualTo("True");

    home.local =
        new PodBuilder(home.local)
            .editStatus()
            .addToConditions(condition("lb.example/ready", "True"))
            .endStatus()
            .build();
    home.sees(UP);
    assertThat(home.condition("Ready")).isEqualTo("True");
    assertThat(home.condition("lb.example/ready")).isEqualTo("True");
  }

  @Test
  void withoutTheLinkNothingIsReadyAndNobodyWritesItBack() { // T-16
    var home = new Home(UP).sees(UP);

    home.linkUp = false;
    home.sees(UP).sees(UP);
    assertThat(home.condition("Ready")).isEqualTo("False/RemoteUnreachable");
    assertThat(home.patches).isEqualTo(2);
    assertThat(home.sees(null).phase()).as("absence means nothing now").isEqualTo("Running");

    home.linkUp = true;
    home.sees(UP);
    assertThat(home.condition("Ready")).isEqualTo("True");
  }

  @Test
  void aRemotePodWhoseOwnLinkIsCutIsNotReady() { // §10
    var cut =
        new PodBuilder(UP)
            .editStatus()
            .editMatchingCondition(c -> c.getType().equals("Ready"))
            .withStatus("False")
            .withReason(Reasons.REMOTE_UNREACHABLE)
            .endCondition()
            .endStatus()
            .build();

    assertThat(new Home(UP).sees(cut).condition("Ready")).isEqualTo("False/RemoteUnreachable");
  }

  @Test
  void bothAddressesOfADualStackPodAreTranslated() { // NET-1
    var dual = ips(UP, "10.1.1.1", "fd00::1");
    var home = new Home(UP).sees(dual);

    assertThat(home.local.getStatus().getPodIPs())
        .extracting(PodIP::getIp)
        .containsExactly("710.1.1.1", "7fd00::1");
  }

  @Test
  void aNewAddressReplacesTheOldOne() { // T-4
    var home = new Home(UP).sees(UP).sees(successor(ips(UP, "10.1.1.2"), "remote-2"));

    assertThat(home.local.getStatus().getPodIPs())
        .extracting(PodIP::getIp)
        .containsExactly("710.1.1.2");
  }

  @Test
  void aConditionOfSomebodyElseSurvivesThePatchThatDidNotKnowIt() { // T-4
    var home = new Home(UP).sees(UP);
    home.local =
        new PodBuilder(home.local)
            .editStatus()
            .addToConditions(condition("DisruptionTarget", "True"))
            .endStatus()
            .build();

    home.sees(reported(running("Always"), false));

    assertThat(home.condition("DisruptionTarget")).isEqualTo("True");
    assertThat(home.condition("Ready")).isEqualTo("False/ContainersNotReady");
  }

  @Test
  void aReasonThatIsGoneIsTakenBack() {
    var home = new Home(UP).sees(reported(running("Always"), false)).sees(UP);

    assertThat(home.condition("ContainersReady")).isEqualTo("True");
    assertThat(home.condition("Ready")).isEqualTo("True");
  }

  @Test
  void anUnannouncedDeletionShowsNoEndAndComesBackAsOneMoreRestart() { // D-1, T-2, RST
    var leaving = deleted(UP, 100, 30);
    var home = new Home(UP).sees(UP).sees(leaving);
    assertThat(home.phase()).isEqualTo("Running");
    assertThat(home.condition("Ready")).isEqualTo("False/RemotePodLost");

    home.sees(phase(ended(leaving, "main", 143, 101), "Failed", ""));
    assertThat(home.phase()).isEqualTo("Pending");
    assertThat(home.reason()).isEqualTo(Reasons.REMOTE_POD_LOST);
    assertThat(home.local.getStatus().getPodIP()).isNull();
    assertThat(state(home).getWaiting().getReason()).isEqualTo(Reasons.REMOTE_POD_LOST);

    home.sees(null).sees(successor(BLANK, "remote-2"));
    assertThat(home.patches).isEqualTo(3);

    home.sees(successor(UP, "remote-2"));
    assertThat(home.phase()).isEqualTo("Running");
    assertThat(home.reason()).isNull();
    assertThat(home.local.getStatus().getContainerStatuses().getFirst().getRestartCount())
        .isEqualTo(1);
  }

  @Test
  void aSuccessorSeenFirstAsBlankAlsoTakesBackWhatWasShown() {
    var home = new Home(UP).sees(UP).sees(successor(BLANK, "remote-2"));

    assertThat(home.phase()).isEqualTo("Pending");
    assertThat(home.condition("Ready")).isEqualTo("False/RemotePodLost");
  }

  @Test
  void whatHomeDeletesIsShownToItsEnd() {
    var home = new Home(UP).sees(UP);
    home.local = deleted(home.local, 90, 30);
    var leaving = deleted(UP, 100, 30);

    home.sees(leaving).sees(phase(ended(leaving, "main", 143, 101), "Failed", ""));

    assertThat(home.phase()).isEqualTo("Failed");
    assertThat(state(home).getTerminated().getExitCode()).isEqualTo(143);
  }

  @Test
  void finishedIsFinal() {
    var over = phase(ended(running("Never"), "main", 42, 50), "Failed", "");
    var home = new Home(over).sees(over);
    assertThat(home.phase()).isEqualTo("Failed");
    assertThat(state(home).getTerminated().getExitCode()).isEqualTo(42);

    home.sees(null).sees(successor(running("Never"), "remote-2"));
    assertThat(home.phase()).isEqualTo("Failed");
    assertThat(home.patches).isEqualTo(1);
  }

  @Test
  void aPodOfAnEarlierLifeSaysNothing() { // D-3
    var other =
        new PodBuilder(UP)
            .editMetadata()
            .addToAnnotations(Annotations.LOCAL_UID, "uid-0")
            .endMetadata();

    var home = new Home(UP).sees(other.build());

    assertThat(home.phase()).isEqualTo("Pending");
    assertThat(home.patches).isZero();
  }

  @Test
  void theObservedGenerationWaitsForTheRemoteKubelet() { // T-8
    var behind =
        new PodBuilder(UP)
            .editMetadata()
            .withGeneration(2L)
            .addToAnnotations(Annotations.LOCAL_GENERATION, "5")
            .endMetadata()
            .build();
    var home = new Home(UP).sees(UP).sees(behind);
    assertThat(home.local.getStatus().getObservedGeneration()).isEqualTo(4);

    home.sees(new PodBuilder(behind).editStatus().withObservedGeneration(2L).endStatus().build());
    assertThat(home.local.getStatus().getObservedGeneration()).isEqualTo(5);
  }

  @Test
  void resizeFieldsTravel() { // T-8
    var resized =
        new PodBuilder(UP)
            .editStatus()
            .addToAllocatedResources("cpu", new Quantity("2"))
            .withNewResources()
            .addToRequests("cpu", new Quantity("2"))
            .endResources()
            .addToConditions(condition("PodResizePending", "True"))
            .endStatus()
            .build();
    var home = new Home(UP).sees(resized);
    assertThat(home.local.getStatus().getAllocatedResources()).containsKey("cpu");
    assertThat(home.condition("PodResizePending")).isEqualTo("True");

    home.sees(UP);
    assertThat(home.condition("PodResizePending")).isEmpty();
    assertThat(home.local.getStatus().getAllocatedResources()).isNullOrEmpty();
    assertThat(home.local.getStatus().getResources()).isNull();
  }

  @Test
  void theAddressOfTheVirtualNodeMovesOnlyWithAnotherChange() {
    var home = new Home(UP).sees(UP);
    home.local =
        new PodBuilder(home.local)
            .editStatus()
            .withHostIP("192.168.0.1")
            .editFirstHostIP()
            .withIp("192.168.0.1")
            .endHostIP()
            .endStatus()
            .build();

    home.sees(UP);
    assertThat(home.patches).isEqualTo(1);
    home.sees(reported(running("Always"), false));
    assertThat(home.local.getStatus().getHostIP()).isEqualTo("192.168.0.9");
  }

  private static io.fabric8.kubernetes.api.model.ContainerState state(Home home) {
    return home.local.getStatus().getContainerStatuses().getFirst().getState();
  }

  private static PodCondition scheduled(Home home) {
    return home.local.getStatus().getConditions().getFirst();
  }

  private static PodCondition condition(String type, String status) {
    return new PodConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withLastTransitionTime("2026-03-01T10:00:00Z")
        .build();
  }

  private static Pod ips(Pod pod, String... ips) {
    return new PodBuilder(pod)
        .editStatus()
        .withPodIP(ips[0])
        .withPodIPs(List.of(ips).stream().map(PodIP::new).toList())
        .endStatus()
        .build();
  }
}
