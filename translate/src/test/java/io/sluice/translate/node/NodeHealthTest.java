package io.sluice.translate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeCondition;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.core.ForeignClusterStatus;
import io.sluice.api.core.PeerCondition;
import io.sluice.api.core.PeerConditionStatus;
import io.sluice.api.core.PeerConditionType;
import io.sluice.api.core.PeerModule;
import io.sluice.api.core.PeerModules;
import io.sluice.api.core.PeerRole;
import io.sluice.translate.node.NodeHealth.Network;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeHealthTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest(name = "§2.5: resources {0}, reachable {1}, network {2}")
  @CsvSource({
    "true,  true,  UNCHECKED, True/KubeletReady,       False, ",
    "true,  true,  UP,        True/KubeletReady,       False, False/LiqoNetworkingUp",
    "true,  true,  DOWN,      False/KubeletNotReady,   False, True/LiqoNetworkingDown",
    "false, true,  UP,        False/KubeletNotReady,   True,  False/LiqoNetworkingUp",
    "true,  false, UP,        False/RemoteUnreachable, False, False/LiqoNetworkingUp",
    "false, false, DOWN,      False/RemoteUnreachable, True,  True/LiqoNetworkingDown",
  })
  void conditionsFollowFromHealth(
      boolean resources,
      boolean reachable,
      Network network,
      String ready,
      String pressure,
      String unavailable) {
    List<NodeCondition> conditions =
        new NodeHealth(resources, reachable, network).conditions(List.of(), T0);

    assertThat(text(conditions, "Ready")).isEqualTo(ready);
    assertThat(text(conditions, "MemoryPressure")).startsWith(pressure);
    assertThat(text(conditions, "DiskPressure")).startsWith(pressure);
    assertThat(text(conditions, "PIDPressure")).startsWith(pressure);
    assertThat(text(conditions, "NetworkUnavailable"))
        .isEqualTo(unavailable == null ? "" : unavailable);
  }

  @Test
  void transitionTimesMoveOnlyWithTheStatus() {
    List<NodeCondition> up = new NodeHealth(true, true, Network.UP).conditions(List.of(), T0);

    List<NodeCondition> later =
        new NodeHealth(true, false, Network.UP).conditions(up, T0.plusSeconds(30));

    assertThat(later)
        .extracting(NodeCondition::getType, NodeCondition::getLastTransitionTime)
        .contains(
            org.assertj.core.groups.Tuple.tuple("Ready", "2026-01-01T00:00:30Z"),
            org.assertj.core.groups.Tuple.tuple("MemoryPressure", "2026-01-01T00:00:00Z"));
    assertThat(later)
        .extracting(NodeCondition::getLastHeartbeatTime)
        .containsOnly("2026-01-01T00:00:30Z");
  }

  @Test
  void theTunnelCountsOnlyWhereThereIsOne() {
    assertThat(NodeHealth.network(false, null)).isEqualTo(Network.UNCHECKED);
    assertThat(NodeHealth.network(true, null)).isEqualTo(Network.DOWN);
    assertThat(NodeHealth.network(true, new ForeignCluster())).isEqualTo(Network.DOWN);
    assertThat(NodeHealth.network(true, peer(0, false, PeerConditionStatus.ESTABLISHED)))
        .as("NODE-T4: never looked at")
        .isEqualTo(Network.DOWN);
    assertThat(NodeHealth.network(true, peer(1, false, PeerConditionStatus.NONE)))
        .as("NODE-T1: networking disabled")
        .isEqualTo(Network.UNCHECKED);
    assertThat(NodeHealth.network(true, peer(1, true, PeerConditionStatus.PENDING)))
        .as("NODE-T2: enabled but down")
        .isEqualTo(Network.DOWN);
    assertThat(NodeHealth.network(true, peer(1, true, PeerConditionStatus.ESTABLISHED)))
        .as("NODE-T3: up")
        .isEqualTo(Network.UP);
  }

  private static ForeignCluster peer(long observed, boolean enabled, PeerConditionStatus status) {
    PeerModule module =
        new PeerModule(
            enabled,
            List.of(
                new PeerCondition(
                    PeerConditionType.NETWORK_CONNECTION_STATUS, status, null, null, null)));
    ForeignCluster peer = new ForeignCluster();
    peer.setStatus(
        new ForeignClusterStatus(
            PeerRole.PROVIDER,
            new PeerModules(module, PeerModule.off(), PeerModule.off()),
            null,
            null,
            null,
            List.of(),
            observed));
    return peer;
  }

  private static String text(List<NodeCondition> conditions, String type) {
    return conditions.stream()
        .filter(condition -> condition.getType().equals(type))
        .map(condition -> condition.getStatus() + "/" + condition.getReason())
        .collect(Collectors.joining());
  }
}
