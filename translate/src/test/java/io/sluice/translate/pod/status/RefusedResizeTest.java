package io.sluice.translate.pod.status;

import static io.sluice.translate.pod.RemotePods.running;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** T-8, T-10: what the provider does not carry out is said where it was asked for. */
class RefusedResizeTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final Pod REMOTE = running("Always");

  @ParameterizedTest
  @CsvSource({
    "QuotaExceeded, Deferred",
    "ExceedsQuota, Infeasible",
    "RefusedByPolicy, Infeasible",
    "FailedUpdatePod, Infeasible"
  })
  void aRefusedResizeIsPendingWithTheProvidersWords(String reason, String shown) {
    var conditions = conditions(asking("2"), refused(ConditionStatus.FALSE, reason));

    assertThat(conditions)
        .filteredOn(condition -> condition.getType().equals("PodResizePending"))
        .singleElement()
        .satisfies(
            condition -> {
              assertThat(condition.getStatus()).isEqualTo("True");
              assertThat(condition.getReason()).isEqualTo(shown);
              assertThat(condition.getMessage()).isEqualTo("cluster away: no");
            });
  }

  @Test
  void aRefusalThatIsOverOrAboutSomethingElseSaysNothing() {
    assertThat(conditions(asking("2"), refused(ConditionStatus.TRUE, "CreatedPod")))
        .noneMatch(condition -> condition.getType().equals("PodResizePending"));
    assertThat(conditions(REMOTE, refused(ConditionStatus.FALSE, "RefusedByPolicy")))
        .noneMatch(condition -> condition.getType().equals("PodResizePending"));
  }

  private static List<PodCondition> conditions(Pod local, ShadowPod shadow) {
    return RefusedResize.shown(REMOTE.getStatus(), local, shadow, REMOTE, NOW).getConditions();
  }

  private static Pod asking(String cpu) {
    return new PodBuilder(REMOTE)
        .editSpec()
        .editFirstContainer()
        .withNewResources()
        .withRequests(Map.of("cpu", new Quantity(cpu)))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  private static ShadowPod refused(ConditionStatus status, String reason) {
    ShadowPod shadow = new ShadowPod();
    Condition condition =
        new Condition(ConditionTypes.ADMITTED, status, reason, "cluster away: no", NOW.toString());
    shadow.setStatus(
        new ShadowPodStatus(ShadowPodPhase.RUNNING, null, Map.of(), List.of(condition)));
    return shadow;
  }
}
