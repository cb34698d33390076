package io.sluice.translate.pod.single;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.RestartRules;
import io.sluice.translate.pod.ending.Ending;
import io.sluice.translate.pod.ending.Seen;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * The one of a controller's pods that speaks for the twin (RS1-4): there may be more for a while,
 * because a new one is made while the old one still terminates, or because somebody scaled.
 */
public final class CurrentPod {
  private static final Comparator<Pod> ORDER =
      Comparator.<Pod>comparingInt(CurrentPod::rank)
          .thenComparing(pod -> !Facts.isTrue(pod, Facts.READY))
          .thenComparingLong(CurrentPod::age)
          .thenComparing(pod -> pod.getMetadata().getName());

  private CurrentPod() {}

  /** A terminating one only when there is no other: it never speaks over its successor. */
  public static Optional<Pod> of(Collection<Pod> pods) {
    return pods.stream().min(ORDER);
  }

  /** Name of the twin that a pod belongs to, from whoever controls it. */
  public static Optional<OwnerReference> controller(Pod pod) {
    return Frozen.list(pod.getMetadata().getOwnerReferences()).stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .filter(owner -> owner.getKind().equals("ReplicaSet") || owner.getKind().equals("Job"))
        .findFirst();
  }

  private static int rank(Pod pod) {
    return switch (Ending.of(pod, Seen.NOTHING)) {
      // A pod that may finish and did is the last word; one that may not was only replaced.
      case Ending.Finished finished -> RestartRules.isAlways(pod.getSpec()) ? 3 : 0;
      case Ending.Alive alive -> 1;
      case Ending.Leaving leaving -> 2;
      case Ending.Taken taken -> 3;
    };
  }

  /** Of several that run the oldest, which was there first; of those that leave the newest. */
  private static long age(Pod pod) {
    var born =
        Facts.time(pod.getMetadata().getCreationTimestamp())
            .map(java.time.Instant::getEpochSecond)
            .orElse(0L);
    return rank(pod) < 2 ? born : -born;
  }
}
