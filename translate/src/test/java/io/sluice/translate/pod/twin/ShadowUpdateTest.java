package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.pod.AnyPod;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.Patch;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Local updates that Kubernetes allows travel, and nothing else is compared. */
class ShadowUpdateTest {
  private static final Pod LOCAL = Given.annotated("note", "n").build();

  @Test
  void nothingToWriteWhenNothingChanged() {
    assertThat(ShadowUpdate.needed(Given.shadow(LOCAL, Given.BORDER), stored(LOCAL))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("io.sluice.translate.pod.twin.WholeSpecTest#seeds")
  void nothingToWriteForAnyPodThatDidNotChange(long seed) {
    var local = AnyPod.of(seed);

    assertThat(ShadowUpdate.needed(Given.shadow(local, Given.BORDER), stored(local))).isEmpty();
  }

  @Test
  void otherTranslationsOfARunningPodAreLeftAlone() {
    // The home API server moved: new pods get its new address, running ones can't.
    var wanted = Given.shadow(LOCAL, Given.border(Given.TOKENS));

    assertThat(ShadowUpdate.needed(wanted, stored(LOCAL))).isEmpty();
  }

  @Test
  void aLabelThatIsGoneAtHomeIsRemovedAndOneOfTheProviderStays() {
    var local =
        new PodBuilder(LOCAL)
            .editMetadata()
            .withLabels(Map.of("tier", "front"))
            .withAnnotations(Map.of())
            .endMetadata()
            .build();

    var metadata = needed(local).at("/metadata");
    assertThat(metadata.at("/labels").toString()).isEqualTo("{\"tier\":\"front\",\"app\":null}");
    assertThat(Patch.keys(metadata.at("/annotations")))
        .isEqualTo(Set.of("note", Annotations.CARRIED_KEYS));
    assertThat(metadata.at("/annotations/note").isNull()).isTrue();
  }

  @Test
  void aNewImageTravelsInTheContainersThatExist() {
    var patch =
        needed(
            local(
                p ->
                    p.editSpec()
                        .editFirstContainer()
                        .withImage("web:2")
                        .addNewEnv()
                        .withName("ignored")
                        .endEnv()
                        .endContainer()
                        .endSpec()));

    assertThat(Patch.keys(patch.at("/spec/pod"))).isEqualTo(Set.of("containers"));
    assertThat(patch.at("/spec/pod/containers/0/image").asText()).isEqualTo("web:2");
    assertThat(patch.at("/spec/pod/containers/0/env").isMissingNode()).isTrue();
    assertThat(patch.at("/metadata/uid").asText()).isEqualTo("shadow-1");
    assertThat(Patch.keys(patch.at("/metadata/annotations")))
        .isEqualTo(Set.of(Annotations.SPEC_HASH));
  }

  @Test
  void deadlineTolerationsResourcesAndDebugContainersTravel() {
    var patch =
        needed(
            local(
                p ->
                    p.editMetadata()
                        .withGeneration(5L)
                        .endMetadata()
                        .editSpec()
                        .withActiveDeadlineSeconds(9L)
                        .addToTolerations(new TolerationBuilder().withKey("spot").build())
                        .editFirstContainer()
                        .withNewResources()
                        .addToRequests("cpu", new Quantity("2"))
                        .endResources()
                        .endContainer()
                        .addToEphemeralContainers(
                            new EphemeralContainerBuilder().withName("debug").build())
                        .endSpec()));

    assertThat(Patch.keys(patch.at("/spec/pod")))
        .isEqualTo(
            Set.of("activeDeadlineSeconds", "tolerations", "containers", "ephemeralContainers"));
    assertThat(patch.at("/metadata/annotations").toString())
        .contains("\"" + Annotations.LOCAL_GENERATION + "\":\"5\"");
  }

  private static JsonNode needed(Pod local) {
    return Patch.json(
        ShadowUpdate.needed(Given.shadow(local, Given.BORDER), stored(LOCAL)).orElseThrow());
  }

  private static Pod local(UnaryOperator<PodBuilder> change) {
    return change.apply(new PodBuilder(LOCAL)).build();
  }

  /** As it is read back: a provider's admission added labels and the kubelet the grace. */
  private static ShadowPod stored(Pod local) {
    var stored = AnyPod.stored(Given.shadow(local, Given.BORDER), ShadowPod.class);
    stored.getMetadata().setUid("shadow-1");
    stored.getMetadata().getLabels().put(Labels.CREATOR_USER, "slice-1");
    stored.getMetadata().getLabels().put("team", "provider");
    stored.getMetadata().getAnnotations().put(Annotations.DELETION_GRACE, "5");
    assertThat(Facts.spec(stored)).isEqualTo(Given.spec(local, Given.BORDER));
    return stored;
  }
}
