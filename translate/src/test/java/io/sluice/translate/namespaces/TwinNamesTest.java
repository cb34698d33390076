package io.sluice.translate.namespaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.offloading.MappingStrategy;
import io.sluice.translate.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwinNamesTest {
  @ParameterizedTest(name = "§5.1: {0} makes {2}")
  @CsvSource({
    "DEFAULT_NAME,, shop-rome",
    "DEFAULT_NAME, ignored, shop-rome",
    "ENFORCE_SAME_NAME,, shop",
    "SELECTED_NAME, guests, guests",
  })
  void nameFollowsTheStrategy(MappingStrategy strategy, String selected, String name) {
    assertThat(TwinNames.of(strategy, selected, "shop", "rome")).isEqualTo(Outcome.ok(name));
  }

  @Test
  void anOverlongNameIsRefusedHereAndNotByTheProvider() {
    String namespace = "n".repeat(60);

    assertThat(TwinNames.of(MappingStrategy.DEFAULT_NAME, null, namespace, "ro"))
        .isEqualTo(Outcome.ok(namespace + "-ro"));
    assertThat(TwinNames.of(MappingStrategy.DEFAULT_NAME, null, namespace, "rom"))
        .isEqualTo(
            Outcome.failed(
                "remote namespace name "
                    + namespace
                    + "-rom has 64 characters, a namespace may have 63"));
  }

  @ParameterizedTest
  @CsvSource({"''", "Upper", "-x", "a.b", "kube_system"})
  void anImpossibleNameIsRefused(String selected) {
    assertThat(TwinNames.of(MappingStrategy.SELECTED_NAME, selected, "shop", "rome"))
        .isInstanceOf(Outcome.Failed.class);
  }
}
