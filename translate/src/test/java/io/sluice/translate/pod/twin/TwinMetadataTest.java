package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.translate.pod.CarriedKeys;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwinMetadataTest {

  @Test
  void labelsAreThoseOfThePodAndOfTheBorder() { // §3.2, §3.5.2
    var local =
        Given.pod()
            .editMetadata()
            .addToLabels(Labels.SHADOW_POD, "true")
            .addToLabels(Labels.CREATOR_USER, "somebody")
            .addToLabels(Labels.ORIGIN, "earlier")
            .addToLabels(Labels.ZONE, "a") // written by admission at binding (D-7)
            .addToLabels(Labels.REGION, "b")
            .addToLabels("secret", "x")
            .endMetadata()
            .build();
    var patch = new OffloadingPatch(List.of("secret"), List.of(), Map.of(), List.of(), null, null);

    assertThat(Given.shadow(local, Given.border(patch)).getMetadata().getLabels())
        .isEqualTo(
            Map.of(
                "app",
                "web",
                Labels.ORIGIN,
                "home",
                Labels.DESTINATION,
                "away",
                Labels.NODE_NAME,
                "vn-away"));
  }

  @Test
  void nameAndNamespaceAreThoseOfTheTwin() {
    var meta = Given.shadow(Given.pod().build(), Given.BORDER).getMetadata();

    assertThat(meta.getName()).isEqualTo("web-0");
    assertThat(meta.getNamespace()).isEqualTo("shop-home");
    assertThat(meta.getUid()).isNull();
    assertThat(meta.getOwnerReferences()).isEmpty();
  }

  @Test
  void annotationsTieTheShadowToOneLifeOfThePod() { // D-3, T-8
    var local = Given.annotated("note", "n").build();
    var patch = new OffloadingPatch(List.of(), List.of("note"), Map.of(), List.of(), null, null);

    assertThat(Given.shadow(local, Given.BORDER).getMetadata().getAnnotations())
        .containsEntry("note", "n")
        .containsEntry(Annotations.LOCAL_UID, "uid-1")
        .containsEntry(Annotations.LOCAL_GENERATION, "4")
        .containsEntry(Annotations.HOP_CHAIN, "home")
        .containsEntry(Annotations.CARRIED_KEYS, "app;note");
    assertThat(Given.shadow(local, Given.border(patch)).getMetadata().getAnnotations())
        .doesNotContainKey("note")
        .containsEntry(Annotations.CARRIED_KEYS, "app;");
  }

  @Test
  void settingsOfTheNamespaceTravelUnlessThePodHasItsOwn() { // D-22
    var context =
        new TwinContext(
            Given.ROUTE,
            TwinContext.NO_PATCH,
            new HomeApi.Disabled(),
            new NamespaceSettings(
                Map.of(
                    Annotations.REMOTE_POD_LOSS, "recreate", Annotations.LOG_TAIL, "50", "x", "y")),
            TwinContext.Limits.DEFAULT);
    var local = Given.annotated(Annotations.REMOTE_POD_LOSS, "fail").build();

    assertThat(Given.shadow(local, context).getMetadata().getAnnotations())
        .containsEntry(Annotations.REMOTE_POD_LOSS, "fail")
        .containsEntry(Annotations.LOG_TAIL, "50")
        .doesNotContainKey("x");
  }

  @Test
  void carriedKeysReadBackAsWritten() {
    var keys = new CarriedKeys(Set.of("a", "b/c"), Set.of("d"));

    assertThat(CarriedKeys.recordedIn(Map.of(Annotations.CARRIED_KEYS, keys.toString())))
        .isEqualTo(keys);
    assertThat(CarriedKeys.recordedIn(Map.of())).isEqualTo(new CarriedKeys(Set.of(), Set.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = { // chain so far | destination | limit | reason or chain written
        "           | away | 3 | home",
        "a          | away | 3 | a,home",
        "a,b        | away | 3 | a,b,home",
        "a,b,c      | away | 3 | HopLimitReached",
        "away       | away | 3 | HopLoop",
        "a, away    | away | 9 | HopLoop",
        "home       | away | 9 | HopLoop",
        "           | home | 3 | HopLoop",
        "           | away | 0 | HopLimitReached",
      })
  void hopsAreCountedAndLoopsRefused(String chain, String destination, int limit, String result) {
    var local = chain == null ? Given.pod() : Given.annotated(Annotations.HOP_CHAIN, chain);
    var context =
        new TwinContext(
            new Route("home", destination, "vn", "twin"),
            TwinContext.NO_PATCH,
            new HomeApi.Disabled(),
            NamespaceSettings.DEFAULT,
            new TwinContext.Limits(Map.of(), limit));

    var shown =
        switch (PodTwin.of(local.build(), context)) {
          case Twin.Wanted wanted ->
              wanted.shadow().getMetadata().getAnnotations().get(Annotations.HOP_CHAIN);
          case Twin.Refused refused -> refused.reason();
          case Twin.NotYet wait -> wait.reason();
        };

    assertThat(shown).isEqualTo(result);
  }

  @Test
  void aPeerThatKeepsNoChainStillCountsAsAHop() {
    var local =
        Given.pod()
            .editMetadata()
            .addToLabels(Labels.ORIGIN, "away")
            .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_SHADOW_POD)
            .endMetadata()
            .build();

    assertThat(PodTwin.of(local, Given.BORDER))
        .isInstanceOfSatisfying(
            Twin.Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reasons.HOP_LOOP));
  }
}
