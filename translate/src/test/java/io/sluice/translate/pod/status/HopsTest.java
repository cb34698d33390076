package io.sluice.translate.pod.status;

import static io.sluice.translate.pod.RemotePods.running;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Labels;
import org.junit.jupiter.api.Test;

/** §10: every cluster knows its neighbours, home knows the whole way. */
class HopsTest {
  private static final Pod IN_C = to("c", running("Always"));

  @Test
  void aPodOfOneHopSaysNothing() {
    assertThat(Hops.of(running("Always"), IN_C)).isEmpty();
    assertThat(Hops.places(running("Always"))).isEmpty();
  }

  @Test
  void eachClusterPutsItsNeighbourBeforeWhatThatOneSays() {
    var local = running("Always");
    var inB =
        new PodBuilder(to("b", local))
            .editMetadata()
            .addToAnnotations(Annotations.HOP_CHAIN, "a")
            .endMetadata()
            .editSpec()
            .withNodeName("c")
            .endSpec()
            .build();
    var said = Hops.of(inB, IN_C);
    assertThat(said).hasValue("c/worker-1");

    var shown =
        new PodBuilder(inB)
            .editStatus()
            .addNewCondition()
            .withType(ConditionTypes.HOPS)
            .withStatus("True")
            .withMessage(said.orElseThrow())
            .endCondition()
            .endStatus()
            .build();
    assertThat(Hops.of(local, shown)).hasValue("b/c > c/worker-1");
    assertThat(Hops.places(shown)).containsExactly("c/worker-1");
  }

  private static Pod to(String cluster, Pod pod) {
    return new PodBuilder(pod)
        .editMetadata()
        .addToLabels(Labels.DESTINATION, cluster)
        .endMetadata()
        .build();
  }
}
