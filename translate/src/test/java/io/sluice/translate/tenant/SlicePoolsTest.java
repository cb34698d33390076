package io.sluice.translate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.sluice.api.policy.ResourcePool;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.Shadows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlicePoolsTest {
  private static final List<ResourcePool> POOLS =
      List.of(
          new ResourcePool("gpu", Map.of("kind", "gpu")),
          new ResourcePool("big-gpu", Map.of("kind", "big")),
          new ResourcePool("cpu", Map.of("kind", "cpu")));

  @ParameterizedTest(name = "slice {0} borrows from pool {1}")
  @CsvSource({
    "gpu, gpu",
    "paris-gpu, gpu",
    "paris-big-gpu, big-gpu",
    "cpu, cpu",
    "paris, ",
    "mygpu, ",
    "gpu-paris, "
  })
  void aSliceIsNamedAfterItsPool(String slice, @Nullable String pool) {
    assertThat(SlicePools.of(slice, POOLS).map(ResourcePool::name))
        .isEqualTo(Optional.ofNullable(pool));
  }

  @Test
  void podsStayInThePoolOfTheirSliceWhateverTheyAskFor() {
    var spec =
        new PodSpecBuilder(Facts.spec(Shadows.of("Always")))
            .addToNodeSelector("kind", "cpu")
            .addToNodeSelector("disk", "ssd")
            .build();
    var shadow = Shadows.of(spec);
    shadow
        .getMetadata()
        .getLabels()
        .put(Labels.CREATOR_USER, Subject.sliceUser("home", "paris-gpu"));

    assertThat(Facts.spec(SlicePools.placed(shadow, POOLS)).getNodeSelector())
        .isEqualTo(Map.of("kind", "gpu", "disk", "ssd"));
    assertThat(SlicePools.placed(shadow, List.of())).isSameAs(shadow);
  }

  @Test
  void aUserOfSomebodyElseNamesNoPool() {
    var shadow = Shadows.of("Always");
    shadow.getMetadata().getLabels().put(Labels.CREATOR_USER, Subject.sliceUser("another", "gpu"));

    assertThat(SlicePools.placed(shadow, POOLS)).isSameAs(shadow);
  }

  @Test
  void theOnlyPoolHoldsForEverySlice() {
    assertThat(SlicePools.selector("paris", POOLS.subList(0, 1))).isEqualTo(Map.of("kind", "gpu"));
    assertThat(SlicePools.selector("paris", POOLS)).isEmpty();
  }
}
