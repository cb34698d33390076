package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.vocab.Annotations;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PodFieldsTest {

  @Test
  void everyFieldOfTheModelHasAVerdict() {
    // D-7: a newer model that brings a field stops here until somebody has judged it.
    var judged = PodFields.ALL.stream().map(FieldVerdict::topLevel).collect(Collectors.toSet());

    assertThat(judged)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(PodSpec.class.getAnnotation(JsonPropertyOrder.class).value())
                .filter(name -> !isEnvelope(name))
                .collect(Collectors.toSet()));
  }

  private static boolean isEnvelope(String name) {
    return name.equals("apiVersion") || name.equals("kind") || name.equals("metadata");
  }

  @Test
  void everyVerdictStandsOnce() {
    assertThat(PodFields.ALL).extracting(FieldVerdict::field).doesNotHaveDuplicates();
  }

  @Test
  void everyVerdictButPassedSaysWhy() {
    assertThat(PodFields.ALL)
        .filteredOn(line -> line.verdict() != Verdict.PASSED)
        .allSatisfy(line -> assertThat(line.why()).isNotEmpty());
  }

  @Test
  void aPlainPodConsumesOnlyItsNode() {
    assertThat(PodFields.consumedBy(Given.pod().build(), Given.BORDER)).containsExactly("nodeName");
  }

  @Test
  void valuesThatTheProviderWritesAgainAreNotListedAsConsumed() {
    var pod =
        Given.pod()
            .editSpec()
            .withSchedulerName("default-scheduler")
            .withPriority(0)
            .withPreemptionPolicy("PreemptLowerPriority")
            .endSpec()
            .build();

    assertThat(PodFields.consumedBy(pod, Given.BORDER)).containsExactly("nodeName");
  }

  @Test
  void theShadowPodListsWhatWasConsumed() {
    var pod =
        Given.pod()
            .editSpec()
            .addToNodeSelector("disk", "ssd")
            .withPriorityClassName("gold")
            .withPriority(1000)
            .addNewReadinessGate("lb.example/ready")
            .addNewToleration()
            .withKey("virtual-node.liqo.io/not-allowed")
            .endToleration()
            .withNewAffinity()
            .withNewPodAffinity()
            .endPodAffinity()
            .endAffinity()
            .endSpec()
            .build();

    var annotations = Given.shadow(pod, Given.BORDER).getMetadata().getAnnotations();

    assertThat(annotations.getOrDefault(Annotations.CONSUMED_FIELDS, "").split(","))
        .containsExactlyInAnyOrder(
            "nodeName",
            "nodeSelector",
            "affinity.podAffinity",
            "tolerations[virtual-node.liqo.io/not-allowed]",
            "priorityClassName",
            "priority",
            "readinessGates");
  }
}
