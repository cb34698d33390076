package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** §10: how far a pod may travel, and that it never comes back. */
class HopChainTest {
  @ParameterizedTest(name = "{0} from {1} to {2}, at most {3} hops: {4}")
  @CsvSource({
    "'',      a, b, 3, ",
    "a,       b, c, 3, ",
    "'a,b',   c, d, 3, ",
    "'a,b,c', d, e, 3, HopLimitReached",
    "a,       b, c, 1, HopLimitReached",
    "'',      a, b, 0, HopLimitReached",
    "a,       b, a, 3, HopLoop",
    "'a,b',   c, a, 3, HopLoop",
    "'a,b',   c, b, 3, HopLoop",
    "'',      a, a, 3, HopLoop",
    "'a,b,a', c, d, 9, HopLoop",
    "' a , ', b, a, 3, HopLoop"
  })
  void aPodGoesNowhereTwiceAndNotTooFar(
      String chain, String here, String there, int limit, @Nullable String refused) {
    assertThat(HopChain.of(pod(chain)).then(here).refuses(there, limit).map(Twin.Refused::reason))
        .isEqualTo(java.util.Optional.ofNullable(refused));
  }

  @Test
  void aPeerThatWritesNoChainStillSaysWhoSentThePod() { // ML-2
    var pod =
        new PodBuilder(pod(""))
            .editMetadata()
            .withAnnotations(null)
            .addToLabels(Labels.ORIGIN, "a")
            .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_SHADOW_POD)
            .endMetadata()
            .build();

    assertThat(HopChain.of(pod).then("b").refuses("a", 3).map(Twin.Refused::reason))
        .hasValue("HopLoop");
  }

  @Test
  void theRefusalNamesTheWay() {
    assertThat(HopChain.of(pod("a")).then("b").refuses("a", 3).orElseThrow().message())
        .contains("came through a", "a,b");
  }

  private static Pod pod(String chain) {
    var pod = new PodBuilder().withNewMetadata().withName("web").endMetadata();
    return chain.isEmpty()
        ? pod.build()
        : pod.editMetadata().addToAnnotations(Annotations.HOP_CHAIN, chain).endMetadata().build();
  }
}
