package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeAffinityBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.offloading.PatchAffinity;
import io.sluice.api.vocab.Annotations;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** POD-AA, with §12.3.4 put right. */
class AntiAffinityTest {
  private static final NodeAffinity ZONE =
      new NodeAffinityBuilder()
          .withNewRequiredDuringSchedulingIgnoredDuringExecution()
          .addNewNodeSelectorTerm()
          .addNewMatchExpression()
          .withKey("pool")
          .withOperator("In")
          .withValues("tenants")
          .endMatchExpression()
          .endNodeSelectorTerm()
          .endRequiredDuringSchedulingIgnoredDuringExecution()
          .build();
  private static final TwinContext PATCHED =
      Given.border(
          new OffloadingPatch(
              List.of(), List.of(), Map.of(), List.of(), new PatchAffinity(ZONE), null));

  @Test
  void withoutPresetTheHomeAffinityIsUsedUp() {
    assertThat(Given.spec(local().build(), Given.BORDER).getAffinity()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"propagate", "soft", "hard", "none"})
  void thePatchKeepsItsNodeAffinity(String preset) {
    assertThat(Given.spec(preset(preset), PATCHED).getAffinity().getNodeAffinity()).isEqualTo(ZONE);
  }

  @Test
  void propagateSendsTheAntiAffinityOfThePod() {
    var affinity = Given.spec(preset("propagate"), Given.BORDER).getAffinity();

    assertThat(affinity.getPodAffinity()).isNull();
    assertThat(affinity.getNodeAffinity()).isNull();
    assertThat(affinity.getPodAntiAffinity().getRequiredDuringSchedulingIgnoredDuringExecution())
        .singleElement()
        .satisfies(
            term -> {
              assertThat(term.getNamespaces()).containsExactly("shop-home", "elsewhere");
              assertThat(term.getLabelSelector().getMatchLabels()).containsEntry("app", "web");
            });
    assertThat(PodFields.consumedBy(preset("propagate"), Given.BORDER))
        .doesNotContain("affinity.podAntiAffinity");
  }

  @Test
  void softPrefersOtherNodes() {
    var anti = Given.spec(preset("soft"), Given.BORDER).getAffinity().getPodAntiAffinity();

    assertThat(anti.getRequiredDuringSchedulingIgnoredDuringExecution()).isEmpty();
    assertThat(anti.getPreferredDuringSchedulingIgnoredDuringExecution())
        .singleElement()
        .satisfies(
            weighted -> {
              assertThat(weighted.getWeight()).isEqualTo(1);
              assertThat(weighted.getPodAffinityTerm().getTopologyKey())
                  .isEqualTo("kubernetes.io/hostname");
              assertThat(weighted.getPodAffinityTerm().getLabelSelector().getMatchLabels())
                  .isEqualTo(Map.of("app", "web", "tier", "front"));
            });
  }

  @Test
  void hardDemandsOtherNodesForTheChosenLabels() {
    var local =
        new PodBuilder(preset("hard"))
            .editMetadata()
            .addToAnnotations(Annotations.ANTI_AFFINITY_LABELS, "tier, absent")
            .endMetadata()
            .build();

    assertThat(
            Given.spec(local, Given.BORDER)
                .getAffinity()
                .getPodAntiAffinity()
                .getRequiredDuringSchedulingIgnoredDuringExecution())
        .singleElement()
        .satisfies(
            term ->
                assertThat(term.getLabelSelector().getMatchLabels())
                    .isEqualTo(Map.of("tier", "front")));
  }

  @Test
  void noChosenLabelMeansNoRuleInsteadOfOneAgainstEverybody() {
    var local =
        new PodBuilder(preset("hard"))
            .editMetadata()
            .addToAnnotations(Annotations.ANTI_AFFINITY_LABELS, "absent")
            .endMetadata()
            .build();

    assertThat(Given.spec(local, Given.BORDER).getAffinity()).isNull();
  }

  private static Pod preset(String preset) {
    return local()
        .editMetadata()
        .addToAnnotations(Annotations.ANTI_AFFINITY_PRESET, preset)
        .endMetadata()
        .build();
  }

  private static PodBuilder local() {
    return Given.pod()
        .editMetadata()
        .addToLabels("tier", "front")
        .addToLabels("pod-template-hash", "abc")
        .endMetadata()
        .editSpec()
        .withNewAffinity()
        .withNewNodeAffinity()
        .endNodeAffinity()
        .withNewPodAffinity()
        .endPodAffinity()
        .withNewPodAntiAffinity()
        .addNewRequiredDuringSchedulingIgnoredDuringExecution()
        .withNamespaces("shop", "elsewhere")
        .withTopologyKey("kubernetes.io/hostname")
        .withNewLabelSelector()
        .addToMatchLabels("app", "web")
        .endLabelSelector()
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endPodAntiAffinity()
        .endAffinity()
        .endSpec();
  }
}
