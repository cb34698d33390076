package io.sluice.translate.pod.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.Outcome;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.Shadows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemotePodTest {

  @Test
  void thePodIsTheSpecOfItsShadowUnderItsName() { // SP-3
    var shadow = Shadows.with(Shadows.of("Always"), Annotations.DELETION_GRACE, "5");

    var pod = Shadows.created(shadow);

    assertThat(pod.getMetadata().getName()).isEqualTo("web-0");
    assertThat(pod.getMetadata().getNamespace()).isEqualTo("shop-home");
    assertThat(pod.getMetadata().getLabels())
        .containsEntry("app", "web")
        .containsEntry(Labels.MANAGED_BY, "shadowpod");
    assertThat(pod.getMetadata().getAnnotations())
        .containsEntry("note", "n")
        .containsEntry(Annotations.LOCAL_UID, "uid-1")
        .doesNotContainKey(Annotations.DELETION_GRACE);
    assertThat(pod.getSpec()).isEqualTo(Facts.spec(shadow));
    assertThat(pod.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(
            owner -> {
              assertThat(owner.getUid()).isEqualTo(Shadows.UID);
              assertThat(owner.getKind()).isEqualTo("ShadowPod");
              assertThat(owner.getController()).isTrue();
            });
  }

  @ParameterizedTest
  @CsvSource({"Always, false", ", false", "OnFailure, true", "Never, true"})
  void podsThatCanFinishAreHeldUntilTheyAreRecorded(String policy, boolean held) { // D-2
    assertThat(
            Shadows.created(Shadows.of(policy))
                .getMetadata()
                .getFinalizers()
                .contains(Finalizers.OUTCOME))
        .isEqualTo(held);
  }

  @Test
  void onlyTheAliasOfTheHomeApiIsTranslated() { // SP-4, NET-1
    var shadow =
        Shadows.of(
            new PodSpecBuilder()
                .addNewHostAlias()
                .withIp("10.0.0.1")
                .withHostnames("kubernetes.default", "kubernetes.default.svc")
                .endHostAlias()
                .addNewHostAlias()
                .withIp("10.0.0.2")
                .withHostnames("db")
                .endHostAlias()
                .build());

    assertThat(RemotePod.toCreate(shadow, ip -> Outcome.ok("seen-" + ip)))
        .isInstanceOfSatisfying(
            Outcome.Ok.class,
            ok ->
                assertThat(
                        ((io.fabric8.kubernetes.api.model.Pod) ok.value())
                            .getSpec()
                            .getHostAliases())
                    .extracting("ip")
                    .containsExactly("seen-10.0.0.1", "10.0.0.2"));
    assertThat(RemotePod.toCreate(shadow, ip -> Outcome.failed("no network yet")))
        .isEqualTo(Outcome.failed("address of the home API server: no network yet"));
  }

  @Test
  void ephemeralContainersAreNotPartOfANewPod() {
    var spec =
        new PodSpecBuilder(Facts.spec(Shadows.of("Always")))
            .addToEphemeralContainers(new EphemeralContainerBuilder().withName("debug").build())
            .build();

    assertThat(Shadows.created(Shadows.of(spec)).getSpec().getEphemeralContainers()).isEmpty();
  }
}
