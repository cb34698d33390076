package io.sluice.translate.pod.single;

import static io.sluice.translate.pod.RemotePods.at;
import static io.sluice.translate.pod.RemotePods.deleted;
import static io.sluice.translate.pod.RemotePods.disrupted;
import static io.sluice.translate.pod.RemotePods.ended;
import static io.sluice.translate.pod.RemotePods.observed;
import static io.sluice.translate.pod.RemotePods.phase;
import static io.sluice.translate.pod.RemotePods.running;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RS1-4: which of several pods speaks for the twin. */
class CurrentPodTest {
  @Test
  void aTerminatingPodNeverSpeaksOverItsSuccessor() {
    var old = named(observed(deleted(running("Always"), 10, 30)), "old", 0);
    var young = named(phase(running("Always"), "Pending", ""), "new", 11);

    assertThat(CurrentPod.of(List.of(old, young))).hasValue(young);
    assertThat(CurrentPod.of(List.of(young, old))).hasValue(young);
    assertThat(CurrentPod.of(List.of(old))).as("while there is no other").hasValue(old);
    assertThat(CurrentPod.of(List.of())).isEmpty();
  }

  @Test
  void anEvictedPodThatIsStillThereSaysNothing() {
    var evicted = named(phase(running("Always"), "Failed", "Evicted"), "old", 0);
    var young = named(running("Always"), "new", 20);

    assertThat(CurrentPod.of(List.of(evicted, young))).hasValue(young);
  }

  @Test
  void whatFinishedByItselfIsTheLastWord() {
    var finished = named(phase(ended(running("Never"), "main", 3, 9), "Failed", ""), "finished", 0);
    var again = named(running("Never"), "again", 20);
    var disrupted =
        named(
            phase(
                ended(disrupted(running("Never"), "PreemptionByScheduler", 5), "main", 143, 6),
                "Failed",
                ""),
            "disrupted",
            0);

    assertThat(CurrentPod.of(List.of(again, finished))).hasValue(finished);
    assertThat(CurrentPod.of(List.of(again, disrupted))).hasValue(again);
  }

  @Test
  void ofSeveralThatRunTheFirstOneStays() {
    var first = named(running("Always"), "z", 0);
    var second = named(running("Always"), "a", 5);

    assertThat(CurrentPod.of(List.of(second, first))).hasValue(first);
  }

  private static Pod named(Pod pod, String name, int second) {
    return new PodBuilder(pod)
        .editMetadata()
        .withName(name)
        .withUid("uid-" + name)
        .withCreationTimestamp(at(second))
        .endMetadata()
        .build();
  }
}
