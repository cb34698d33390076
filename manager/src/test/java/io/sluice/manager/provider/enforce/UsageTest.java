package io.sluice.manager.provider.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.share.Amounts;
import org.junit.jupiter.api.Test;

/** D-13: usage from live pods, finished pods hold nothing. */
class UsageTest {
  private final Usage usage = new Usage();

  @Test
  void countsAReservationUntilThePodIsSeenAndNeverBoth() {
    usage.reserve("s1", "alice", Amounts.of("cpu", 2));
    assertThat(cpu("")).isEqualTo(2);
    usage.saw("s1", pod("Pending", "3"));
    assertThat(cpu("")).isEqualTo(3);
  }

  @Test
  void givesBackWhatAFinishedPodHeld() {
    usage.saw("s1", pod("Running", "3"));
    usage.saw("s2", pod("Running", "1"));
    usage.saw("s1", pod("Succeeded", "3"));
    assertThat(cpu("")).isEqualTo(1);
    usage.release("s2");
    assertThat(cpu("")).isZero();
  }

  @Test
  void leavesThePodItselfOutWhenItAsksAgain() {
    usage.saw("s1", pod("Running", "3"));
    assertThat(cpu("s1")).isZero();
    assertThat(cpu("s2")).isEqualTo(3);
  }

  private int cpu(String except) {
    return usage.of("alice", except).get("cpu").intValueExact();
  }

  private static Pod pod(String phase, String cpu) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("p")
        .addToLabels(Labels.CREATOR_USER, "alice")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withNewResources()
        .addToRequests("cpu", new Quantity(cpu))
        .endResources()
        .endContainer()
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .endStatus()
        .build();
  }
}
