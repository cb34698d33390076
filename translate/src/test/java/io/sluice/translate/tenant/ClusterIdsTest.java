package io.sluice.translate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.vocab.Reasons;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** D-16, T-25. */
class ClusterIdsTest {
  private static final Set<String> SUBJECTS = Set.of("developers", "jane");

  @ParameterizedTest
  @ValueSource(strings = {"home", "a", "rome-2", "0c9a8f1e-7f0f-4b41-9a8e-111111111111"})
  void ordinaryNamesMayBeTenants(String id) {
    assertThat(ClusterIds.refusal(id, "away", SUBJECTS)).isEmpty();
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "system:masters",
        "system:nodes",
        "kubeadm:cluster-admins",
        "liqo.io",
        "Home",
        "-home",
        "a_b",
        "a b",
        "developers",
        "jane",
        "away",
        "a123456789012345678901234567890123456789012345678901234567890123"
      })
  void othersMayNot(String id) {
    assertThat(ClusterIds.refusal(id, "away", SUBJECTS))
        .hasValueSatisfying(
            refusal -> assertThat(refusal.reason()).isEqualTo(Reasons.INVALID_CLUSTER_ID));
  }

  @ParameterizedTest
  @CsvSource({
    "system:masters, begins like a name of Kubernetes itself",
    "jane, is a user or group that already has rights here",
    "away, is this cluster's own"
  })
  void theReasonSaysWhichRule(String id, String words) {
    assertThat(ClusterIds.refusal(id, "away", SUBJECTS))
        .hasValueSatisfying(refusal -> assertThat(refusal.message()).contains(id, words));
  }

  @Test
  void nobodyIsLetInWhileTheCommonGroupHasRightsOfItsOwn() {
    assertThat(ClusterIds.refusal("home", "away", Set.of("liqo.io")))
        .hasValueSatisfying(refusal -> assertThat(refusal.message()).contains("group liqo.io"));
  }
}
