package io.sluice.translate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.offloading.VirtualNodePart;
import io.sluice.api.offloading.VirtualNodeState;
import io.sluice.api.offloading.VirtualNodeStatus;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VirtualNodeStatesTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant T1 = Instant.parse("2026-01-01T00:00:01Z");

  @ParameterizedTest(name = "§2.8: {0} -> {1} becomes {2}")
  @CsvSource({
    "NONE,     CREATING, CREATING",
    "NONE,     RUNNING,  RUNNING",
    "NONE,     DRAINING, NONE",
    "NONE,     DELETING, NONE",
    "CREATING, RUNNING,  RUNNING",
    "RUNNING,  CREATING, RUNNING",
    "RUNNING,  DRAINING, DRAINING",
    "DRAINING, DELETING, DELETING",
    "DELETING, DRAINING, DELETING",
    "DELETING, NONE,     NONE",
  })
  void someTransitionsAreRefused(
      VirtualNodeState from, VirtualNodeState to, VirtualNodeState after) {
    VirtualNodeStatus before =
        new VirtualNodeStatus(
            List.of(
                new io.sluice.api.offloading.VirtualNodeCondition(
                    VirtualNodePart.NODE, from, null, null, null)));

    assertThat(
            VirtualNodeStates.of(
                VirtualNodeStates.with(before, VirtualNodePart.NODE, to, "", T0),
                VirtualNodePart.NODE))
        .isEqualTo(after);
  }

  @Test
  void eachPartHasOneCondition() {
    VirtualNodeStatus status =
        VirtualNodeStates.with(null, VirtualNodePart.NODE, VirtualNodeState.CREATING, "", T0);
    status =
        VirtualNodeStates.with(
            status, VirtualNodePart.VIRTUAL_KUBELET, VirtualNodeState.RUNNING, "", T0);
    status = VirtualNodeStates.with(status, VirtualNodePart.NODE, VirtualNodeState.RUNNING, "", T0);

    assertThat(status.conditions()).hasSize(2);
    assertThat(
            VirtualNodeStates.with(status, VirtualNodePart.NODE, VirtualNodeState.RUNNING, "", T1))
        .isSameAs(status);
  }

  @Test
  void aNewMessageIsShownWithoutMovingTheTime() {
    VirtualNodeStatus running =
        VirtualNodeStates.with(null, VirtualNodePart.NODE, VirtualNodeState.RUNNING, "", T0);

    assertThat(
            VirtualNodeStates.with(
                    running, VirtualNodePart.NODE, VirtualNodeState.CREATING, "ended", T1)
                .conditions())
        .singleElement()
        .satisfies(
            condition -> {
              assertThat(condition.status()).isEqualTo(VirtualNodeState.RUNNING);
              assertThat(condition.message()).isEqualTo("ended");
              assertThat(condition.lastTransitionTime()).isEqualTo(T0.toString());
            });
  }
}
