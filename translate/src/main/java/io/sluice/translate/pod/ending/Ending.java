package io.sluice.translate.pod.ending;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.translate.pod.Facts;

/**
 * Where a remote pod stands between its start and its end (D-1).
 *
 * <p>A terminal phase alone says nothing: since 1.27 a kubelet writes one on every pod that is
 * deleted (T-1), and an eviction marks even a pod that was over long before.
 */
public sealed interface Ending {
  /** It runs, or will. */
  record Alive() implements Ending {}

  /** Somebody deletes it and its containers still run. */
  record Leaving(Cause cause) implements Ending {}

  /** Its own containers ended it: record it, never run it again. */
  record Finished(String phase) implements Ending {}

  /** It ended because somebody took it away. */
  record Taken(Cause cause) implements Ending {}

  static Ending of(Pod pod, Seen seen) {
    return Disturbance.of(pod)
        .map(disturbance -> disturbed(pod, disturbance, seen))
        .orElseGet(() -> undisturbed(pod));
  }

  private static Ending undisturbed(Pod pod) {
    if (!Facts.isTerminal(pod)) {
      return new Alive();
    }
    return OwnEnd.ran(pod) || isPastDeadline(pod)
        ? new Finished(Facts.phase(pod))
        : new Taken(Cause.NOT_ADMITTED);
  }

  private static Ending disturbed(Pod pod, Disturbance disturbance, Seen seen) {
    if (Facts.isTerminal(pod)) {
      return seen.finishedAs(pod) || isPastDeadline(pod) || endedBefore(pod, disturbance)
          ? new Finished(Facts.phase(pod))
          : new Taken(disturbance.cause());
    }
    if (!Facts.isLeaving(pod)) {
      return new Alive(); // announced, not begun
    }
    // Forced: Kubernetes would have removed the object at once, only our finalizer still holds it.
    var grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    return grace != null && grace == 0
        ? new Taken(disturbance.cause())
        : new Leaving(disturbance.cause());
  }

  private static boolean endedBefore(Pod pod, Disturbance disturbance) {
    return disturbance.since().filter(since -> OwnEnd.whole(pod, since)).isPresent();
  }

  /** The pod's own limit, whether or not a container came so far; running it again resets it. */
  private static boolean isPastDeadline(Pod pod) {
    return "DeadlineExceeded".equals(Facts.status(pod).getReason());
  }
}
