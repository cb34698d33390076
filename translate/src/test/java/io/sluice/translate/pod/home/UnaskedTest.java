package io.sluice.translate.pod.home;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Annotations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** D-21, D-12b, T-22: which deletions the breaker counts. */
class UnaskedTest {

  @ParameterizedTest(name = "{0}, twin {1}: {2}")
  @CsvSource({
    "gone, RUNNING, true",
    "gone, SUCCEEDED, false",
    "gone, FAILED, false",
    "same, RUNNING, false",
    "another, RUNNING, true",
    "another, FAILED, false",
    "collected, RUNNING, true",
    "collected, SUCCEEDED, false",
    "evicted, RUNNING, false"
  })
  void countsWhatNobodyAskedFor(String local, ShadowPodPhase twin, boolean unasked) {
    assertThat(Unasked.of(pod(local), shadow(twin))).isEqualTo(unasked);
  }

  private static @Nullable Pod pod(String which) {
    return switch (which) {
      case "gone" -> null;
      case "another" -> pod("2", "").build();
      case "collected" -> pod("1", "DeletionByPodGC").build();
      case "evicted" -> pod("1", "EvictionByEvictionAPI").build();
      default -> pod("1", "").build();
    };
  }

  private static PodBuilder pod(String uid, String disruption) {
    PodBuilder pod = new PodBuilder().withNewMetadata().withUid(uid).endMetadata();
    return disruption.isEmpty()
        ? pod
        : pod.withNewStatus()
            .addNewCondition()
            .withType("DisruptionTarget")
            .withStatus("True")
            .withReason(disruption)
            .endCondition()
            .endStatus();
  }

  private static ShadowPod shadow(ShadowPodPhase phase) {
    ShadowPod shadow = new ShadowPod();
    shadow.setMetadata(
        new ObjectMetaBuilder().addToAnnotations(Annotations.LOCAL_UID, "1").build());
    shadow.setStatus(ShadowPodStatus.of(phase));
    return shadow;
  }
}
