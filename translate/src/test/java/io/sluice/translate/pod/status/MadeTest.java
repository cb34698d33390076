package io.sluice.translate.pod.status;

import static io.sluice.translate.pod.RemotePods.T0;
import static io.sluice.translate.pod.RemotePods.ended;
import static io.sluice.translate.pod.RemotePods.running;
import static io.sluice.translate.pod.status.Home.reported;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.vocab.Reasons;
import io.sluice.translate.pod.RemotePods;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statuses made at home. */
class MadeTest {
  private static final Pod LOCAL = shown(reported(running("Always", "main", "side"), true));

  private static Pod shown(Pod remote) {
    return new Home(remote).sees(remote).local;
  }

  @Test
  void thePodIsTerminalBeforeItIsRemoved() { // T-3
    var half = shown(ended(reported(running("Never", "main", "side"), true), "side", 7, 50));

    var ended = HomeServer.apply(half, StatusBack.terminal(half, T0));

    assertThat(ended.getStatus().getPhase()).isEqualTo("Failed");
    assertThat(ended.getStatus().getContainerStatuses())
        .extracting(s -> s.getState().getTerminated().getExitCode())
        .containsExactly(137, 7);
    assertThat(ended.getStatus().getContainerStatuses().getFirst().getState().getTerminated())
        .hasFieldOrPropertyWithValue("reason", Reasons.CONTAINER_STATUS_UNKNOWN);
    assertThat(StatusBack.terminal(ended, T0)).isEmpty();
  }

  @Test
  void containersThatNeverStartedAreNotSaidToHaveFailed() { // as TerminatePod
    var starting =
        new PodBuilder(running("Never"))
            .editSpec()
            .addNewInitContainer()
            .withName("one")
            .endInitContainer()
            .addNewInitContainer()
            .withName("two")
            .endInitContainer()
            .endSpec()
            .editStatus()
            .withPhase("Pending")
            .withContainerStatuses(waiting("main"))
            .withInitContainerStatuses(RemotePods.up("one"), waiting("two"))
            .endStatus()
            .build();
    var local = shown(starting);

    var ended = HomeServer.apply(local, StatusBack.terminal(local, T0));

    assertThat(ended.getStatus().getInitContainerStatuses().getFirst().getState().getTerminated())
        .isNotNull();
    assertThat(ended.getStatus().getInitContainerStatuses().getLast().getState().getWaiting())
        .isNotNull();
    assertThat(ended.getStatus().getContainerStatuses().getFirst().getState().getWaiting())
        .isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"Failed, 1", "Succeeded, 0"})
  void rejectedEndsWhatRuns(String phase, int exitCode) { // §3.5.6
    var rejected =
        HomeServer.apply(LOCAL, StatusBack.rejected(LOCAL, phase, Reasons.OFFLOADING_ABORTED, T0));

    assertThat(rejected.getStatus().getPhase()).isEqualTo(phase);
    assertThat(rejected.getStatus().getReason()).isEqualTo(Reasons.OFFLOADING_ABORTED);
    assertThat(rejected.getStatus().getContainerStatuses())
        .allSatisfy(
            status -> {
              assertThat(status.getReady()).isFalse();
              assertThat(status.getState().getTerminated().getExitCode()).isEqualTo(exitCode);
              assertThat(status.getState().getTerminated().getReason())
                  .isEqualTo(Reasons.OFFLOADING_ABORTED);
            });
    assertThat(rejected.getStatus().getConditions())
        .filteredOn(c -> !c.getType().equals("PodScheduled"))
        .allSatisfy(
            c -> {
              assertThat(c.getStatus()).isEqualTo("False");
              assertThat(c.getReason()).isEqualTo(Reasons.OFFLOADING_ABORTED);
            });
  }

  @Test
  void anEarlierEndIsKept() { // FORGE-T
    var local = shown(ended(reported(running("Never", "main", "side"), true), "side", 7, 50));

    var rejected = HomeServer.apply(local, StatusBack.rejected(local, "Failed", "Gone", T0));

    assertThat(rejected.getStatus().getContainerStatuses().getLast().getState().getTerminated())
        .hasFieldOrPropertyWithValue("exitCode", 7);
  }

  @Test
  void pendingRejectsWithoutEndingAnything() {
    var local = new Home(running("Always")).local;

    var rejected =
        HomeServer.apply(
            local, StatusBack.rejected(local, "Pending", Reasons.OFFLOADING_BACK_OFF, T0));

    assertThat(rejected.getStatus().getPhase()).isEqualTo("Pending");
    assertThat(rejected.getStatus().getReason()).isEqualTo(Reasons.OFFLOADING_BACK_OFF);
    assertThat(StatusBack.rejected(rejected, "Pending", Reasons.OFFLOADING_BACK_OFF, T0)).isEmpty();
  }

  private static io.fabric8.kubernetes.api.model.ContainerStatus waiting(String name) {
    return new ContainerStatusBuilder(RemotePods.up(name))
        .withReady(false)
        .withStarted(false)
        .withContainerID(null)
        .withNewState()
        .withNewWaiting()
        .withReason("PodInitializing")
        .endWaiting()
        .endState()
        .build();
  }
}
