package io.sluice.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.NodeKind;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlotsTest {
  @TempDir Path root;

  @Test
  void givesEveryClusterAnotherSlot() {
    Slots slots = slots();
    assertThat(slots.claim(cluster("a"))).isNotEqualTo(slots.claim(cluster("b")));
  }

  @Test
  void givesAReleasedSlotAgain() {
    Slots slots = slots();
    ClusterFolder first = cluster("a");
    Slot slot = slots.claim(first);
    slots.release(first);
    assertThat(slots.claim(cluster("b"))).isEqualTo(slot);
  }

  @Test
  void takesTheSlotOfAClusterThatIsGone() {
    Slots slots = slots();
    ClusterFolder first = cluster("a");
    Slot slot = slots.claim(first);
    new Beds(root.resolve("beds")).forget(first);
    assertThat(slots.claim(cluster("b"))).isEqualTo(slot);
  }

  @Test
  void neverReleasesTheSlotOfAnother() {
    Slots slots = slots();
    ClusterFolder first = cluster("a");
    Slot slot = slots.claim(first);
    ClusterFolder stranger = cluster("b");
    stranger.slot(slot);
    slots.release(stranger);
    assertThat(slots.claim(cluster("c"))).isNotEqualTo(slot);
  }

  @Test
  void passesOverASlotWhosePortsAreTaken() {
    Slots slots = new Slots(root.resolve("slots"), slot -> slot.number() != 0);
    assertThat(slots.claim(cluster("a")).number()).isEqualTo(1);
  }

  @Test
  void saysWhenTheMachineIsFull() {
    Slots slots = new Slots(root.resolve("slots"), slot -> false);
    ClusterFolder cluster = cluster("a");
    assertThatThrownBy(() -> slots.claim(cluster))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("taken");
  }

  @Test
  void seesATakenPort() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(Slots.portIsFree(taken.getLocalPort())).isFalse();
    }
  }

  @Test
  void noTwoSlotsShareAPortOrAnAddress() {
    Set<Object> seen = new HashSet<>();
    IntStream.range(0, Slot.COUNT)
        .mapToObj(Slot::new)
        .forEach(
            slot -> {
              for (Slot.Port port : Slot.Port.values()) {
                assertThat(seen.add(slot.port(port))).isTrue();
              }
              assertThat(seen.add(slot.podCidr())).isTrue();
              assertThat(seen.add(slot.serviceCidr())).isTrue();
              assertThat(seen.add(slot.nodeAddress())).isTrue();
            });
  }

  private Slots slots() {
    return new Slots(root.resolve("slots"), slot -> true);
  }

  private ClusterFolder cluster(String name) {
    return new Beds(root.resolve("beds")).create("bed", name, NodeKind.KWOK);
  }
}
