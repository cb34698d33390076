package io.sluice.translate.pod.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.translate.pod.AnyPod;
import io.sluice.translate.pod.Changing;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.Shadows;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T-10: what Kubernetes lets change on a running pod, and only when home changed it. */
class RemoteUpdateTest {
  private static final ShadowPod SHADOW = Shadows.of(spec());
  private static final Pod POD = enriched(Shadows.created(SHADOW));

  private static PodSpec spec() {
    return new PodSpecBuilder()
        .addNewContainer()
        .withName("main")
        .withImage("web:1")
        .withNewResources()
        .addToRequests("cpu", new Quantity("1"))
        .addToRequests("memory", new Quantity("64Mi"))
        .endResources()
        .endContainer()
        .build();
  }

  /** As the provider's admission leaves it: another registry, more tolerations, limits, labels. */
  private static Pod enriched(Pod pod) {
    return new PodBuilder(pod)
        .editMetadata()
        .withUid("remote-1")
        .addToLabels("team", "provider")
        .addToAnnotations("cni", "x")
        .endMetadata()
        .editSpec()
        .editFirstContainer()
        .withImage("mirror/web:1")
        .editResources()
        .addToLimits("memory", new Quantity("1Gi"))
        .endResources()
        .endContainer()
        .addNewToleration()
        .withKey("node.kubernetes.io/not-ready")
        .endToleration()
        .endSpec()
        .build();
  }

  @Test
  void whatTheProviderChangedIsNotFoughtOver() {
    assertThat(RemoteUpdate.needed(SHADOW, POD)).isEmpty();
  }

  @Test
  void anImageTravels() {
    assertThat(updates(s -> s.editFirstContainer().withImage("web:2").endContainer()))
        .singleElement()
        .satisfies(
            update -> {
              assertThat(update.to()).isEqualTo(RemoteUpdate.Part.POD);
              assertThat(update.patch().get("spec"))
                  .isEqualTo(
                      Map.of("containers", List.of(Map.of("name", "main", "image", "web:2"))));
              assertThat(String.valueOf(update.patch().get("metadata")))
                  .contains(Annotations.SPEC_HASH, "remote-1");
            });
  }

  @Test
  void aDeadlineAndAFurtherTolerationTravelTogether() {
    var more = new TolerationBuilder().withKey("spot").withOperator("Exists").build();

    assertThat(
            updates(
                s ->
                    s.withActiveDeadlineSeconds(60L)
                        .addToTolerations(more)
                        .editFirstContainer()
                        .withImage("mirror/web:1")
                        .endContainer()))
        .singleElement()
        .satisfies(
            update ->
                assertThat(update.patch().get("spec"))
                    .isEqualTo(
                        Map.of(
                            "activeDeadlineSeconds",
                            60L,
                            "tolerations",
                            List.of(POD.getSpec().getTolerations().getFirst(), more))));
  }

  @Test
  void aResizeGoesToItsSubresourceBeforeTheAnnotations() { // T-8
    var updates =
        updates(
            s ->
                s.editFirstContainer()
                    .withImage("mirror/web:1")
                    .editResources()
                    .addToRequests("cpu", new Quantity("2"))
                    .endResources()
                    .endContainer());

    assertThat(updates)
        .extracting(RemoteUpdate::to)
        .containsExactly(RemoteUpdate.Part.RESIZE, RemoteUpdate.Part.POD);
    assertThat(updates.getFirst().patch())
        .isEqualTo(
            Map.of(
                "spec",
                Map.of(
                    "containers",
                    List.of(
                        Map.of(
                            "name",
                            "main",
                            "resources",
                            Map.of("requests", Map.of("cpu", new Quantity("2"))))))));
    assertThat(updates.getLast().patch()).doesNotContainKey("spec");
  }

  @Test
  void equalQuantitiesAreEqualHoweverTheyAreWritten() {
    assertThat(
            Changing.hash(
                new PodSpecBuilder(spec())
                    .editFirstContainer()
                    .editResources()
                    .addToRequests("cpu", new Quantity("1000m"))
                    .endResources()
                    .endContainer()
                    .build()))
        .isEqualTo(Changing.hash(spec()));
  }

  @Test
  void aDebugContainerIsAddedThroughItsSubresource() {
    var debug = new EphemeralContainerBuilder().withName("debug").withImage("busybox").build();

    assertThat(updates(s -> s.addToEphemeralContainers(debug)))
        .first()
        .isEqualTo(
            new RemoteUpdate(
                RemoteUpdate.Part.EPHEMERAL_CONTAINERS,
                Map.of("spec", Map.of("ephemeralContainers", List.of(debug)))));
  }

  @Test
  void labelsRemovedAtHomeGoAndOthersStay() {
    var shadow = Shadows.copy(SHADOW);
    shadow.getMetadata().setLabels(Map.of("tier", "front"));
    var pod = new PodBuilder(POD).editMetadata().addToLabels("tier", "back").endMetadata().build();

    var metadata = RemoteUpdate.needed(shadow, pod).getFirst().patch().get("metadata");

    assertThat(String.valueOf(metadata))
        .contains("tier=front", "app=null")
        .doesNotContain("team", "cni", "creator");
  }

  @Test
  void aSettingThatIsGoneAtHomeGoesHere() {
    var pod =
        new PodBuilder(POD)
            .editMetadata()
            .addToAnnotations(Annotations.REMOTE_POD_LOSS, "fail")
            .endMetadata()
            .build();

    assertThat(String.valueOf(RemoteUpdate.needed(SHADOW, pod).getFirst().patch().get("metadata")))
        .contains(Annotations.REMOTE_POD_LOSS + "=null");
  }

  @Test
  void aShadowOfAPeerWithoutHashStaysFrozen() { // T-10
    var shadow = Shadows.copy(changed(s -> s.withActiveDeadlineSeconds(1L)));
    shadow.getMetadata().getAnnotations().remove(Annotations.SPEC_HASH);

    assertThat(RemoteUpdate.needed(shadow, POD)).isEmpty();
  }

  private static List<RemoteUpdate> updates(UnaryOperator<PodSpecBuilder> change) {
    return RemoteUpdate.needed(changed(change), POD);
  }

  private static ShadowPod changed(UnaryOperator<PodSpecBuilder> change) {
    return Shadows.of(change.apply(new PodSpecBuilder(Facts.spec(SHADOW))).build());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void nothingToWriteOnThePodAsItWasCreated(long seed) {
    var shadow = Shadows.of(AnyPod.of(seed).getSpec());

    assertThat(RemoteUpdate.needed(shadow, Shadows.created(shadow))).isEmpty();
  }
}
