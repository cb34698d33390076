package io.sluice.kubelet.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** When a pod has to be translated again. */
final class WishTest {
  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withGeneration(1L)
          .withResourceVersion("10")
          .addToLabels("app", "shop")
          .addToAnnotations("note", "here")
          .endMetadata()
          .build();

  @Test
  void aNewStatusSaysNothingNew() {
    assertThat(isSame(pod -> pod.editMetadata().withResourceVersion("11").endMetadata())).isTrue();
  }

  @Test
  void anotherSpecLabelOrAnnotationDoes() {
    assertThat(isSame(pod -> pod.editMetadata().withGeneration(2L).endMetadata())).isFalse();
    assertThat(isSame(pod -> pod.editMetadata().addToLabels("app", "web").endMetadata())).isFalse();
    assertThat(isSame(pod -> pod.editMetadata().removeFromAnnotations("note").endMetadata()))
        .isFalse();
  }

  @Test
  void anyChangeDoesWhereServersCountNoGenerations() {
    Pod old = new PodBuilder(POD).editMetadata().withGeneration(null).endMetadata().build();
    Pod changed =
        new PodBuilder(old).editMetadata().withResourceVersion("11").endMetadata().build();
    assertThat(Memories.Wish.of(old)).isEqualTo(Memories.Wish.of(old));
    assertThat(Memories.Wish.of(changed)).isNotEqualTo(Memories.Wish.of(old));
  }

  private static boolean isSame(UnaryOperator<PodBuilder> change) {
    Pod changed = change.apply(new PodBuilder(POD)).build();
    return Memories.Wish.of(changed).equals(Memories.Wish.of(POD));
  }
}
