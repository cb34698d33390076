package io.sluice.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.core.ForeignClusterStatus;
import io.sluice.api.core.PeerCondition;
import io.sluice.api.core.PeerConditionStatus;
import io.sluice.api.core.PeerConditionType;
import io.sluice.api.core.PeerModule;
import io.sluice.api.core.PeerModules;
import io.sluice.api.core.PeerRole;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OverviewsTest {
  @Test
  void aPeerThatAnswersIsHealthy() {
    assertThat(peer(PeerConditionStatus.ESTABLISHED, null).apiServer()).isEqualTo("Healthy");
  }

  @Test
  void whyAPeerIsNotReachedIsSaid() {
    assertThat(peer(PeerConditionStatus.ERROR, "connection refused").apiServer())
        .isEqualTo("Error (connection refused)");
  }

  @Test
  void aLongReasonDoesNotBreakTheTable() {
    assertThat(peer(PeerConditionStatus.ERROR, "x".repeat(100)).apiServer())
        .isEqualTo("Error (" + "x".repeat(60) + "…)");
  }

  private static Overview.Peer peer(PeerConditionStatus status, @Nullable String message) {
    ForeignCluster peer = new ForeignCluster();
    peer.setMetadata(new ObjectMetaBuilder().withName("milan").build());
    peer.setStatus(
        new ForeignClusterStatus(
            PeerRole.PROVIDER,
            new PeerModules(PeerModule.off(), PeerModule.off(), PeerModule.off()),
            null,
            null,
            null,
            List.of(
                new PeerCondition(
                    PeerConditionType.API_SERVER_STATUS, status, null, message, null)),
            1L));
    Overviews.Seen seen =
        new Overviews.Seen(
            List.of(peer), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    return Overviews.peers(seen).getFirst();
  }
}
