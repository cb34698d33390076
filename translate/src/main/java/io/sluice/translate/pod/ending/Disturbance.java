package io.sluice.translate.pod.ending;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Somebody other than its own containers ends the pod.
 *
 * @param since when that began, or the earliest time it can have begun; what ended before ended by
 *     itself
 */
record Disturbance(Cause cause, Optional<Instant> since) {

  static Optional<Disturbance> of(Pod pod) {
    var target =
        Facts.condition(pod, Facts.DISRUPTION_TARGET)
            .filter(condition -> Facts.TRUE.equals(condition.getStatus()));
    var byKubelet = target.filter(Disturbance::isByKubelet).isPresent() || isKubeletReason(pod);
    if (byKubelet) {
      return Optional.of(new Disturbance(kubeletCause(pod), earliestKill(pod)));
    }
    if (target.isEmpty() && !Facts.isLeaving(pod)) {
      return Optional.empty();
    }
    var cause = target.map(Disturbance::cause).orElse(Cause.DELETED);
    if (predatesDeletion(pod)) {
      return Optional.of(new Disturbance(cause, Optional.of(Instant.MAX)));
    }
    var since =
        Stream.concat(
                target.flatMap(c -> Facts.time(c.getLastTransitionTime())).stream(),
                deletion(pod).stream())
            .min(Instant::compareTo);
    return Optional.of(new Disturbance(cause, since));
  }

  /**
   * A deletion is a new generation of the pod. What its kubelet wrote without having observed that
   * one was so before: every end in it is the containers' own.
   */
  private static boolean predatesDeletion(Pod pod) {
    return Facts.isLeaving(pod) && knowsGenerations(pod) && !hasObserved(pod);
  }

  /**
   * When the deletion began. The kubelet's own last DELETE, with grace 0, overwrites the time of
   * the request.
   */
  private static Optional<Instant> deletion(Pod pod) {
    var grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    var overwritten = grace != null && grace == 0 && knowsGenerations(pod);
    return overwritten ? earliestKill(pod) : Facts.deletionRequested(pod);
  }

  /** Kubelets before 1.33 and fake ones do not say what they have observed. */
  private static boolean knowsGenerations(Pod pod) {
    return Facts.status(pod).getObservedGeneration() != null
        && pod.getMetadata().getGeneration() != null;
  }

  private static boolean hasObserved(Pod pod) {
    return Facts.status(pod).getObservedGeneration() >= pod.getMetadata().getGeneration();
  }

  /**
   * A kubelet says so only after the last container has ended, at most one grace after the kill.
   */
  private static Optional<Instant> earliestKill(Pod pod) {
    return Frozen.list(Facts.status(pod).getContainerStatuses()).stream()
        .filter(Facts::isTerminated)
        .flatMap(c -> Facts.time(c.getState().getTerminated().getFinishedAt()).stream())
        .max(Instant::compareTo)
        .map(last -> last.minusSeconds(Facts.grace(pod)));
  }

  private static boolean isByKubelet(PodCondition condition) {
    return "TerminationByKubelet".equals(condition.getReason());
  }

  private static boolean isKubeletReason(Pod pod) {
    return switch (reason(pod)) {
      case "Evicted", "Preempting", "Terminated" -> Facts.isTerminal(pod);
      default -> false;
    };
  }

  private static Cause kubeletCause(Pod pod) {
    return switch (reason(pod)) {
      case "Preempting" -> Cause.PREEMPTED;
      case "Terminated" -> Cause.SHUTDOWN;
      default -> Cause.PRESSURE;
    };
  }

  private static Cause cause(PodCondition target) {
    return switch (String.valueOf(target.getReason())) {
      case "EvictionByEvictionAPI" -> Cause.EVICTED;
      case "PreemptionByScheduler" -> Cause.PREEMPTED;
      case "DeletionByTaintManager" -> Cause.TAINTED;
      case "DeletionByPodGC" -> Cause.NODE_GONE;
      default -> Cause.DELETED;
    };
  }

  private static String reason(Pod pod) {
    return String.valueOf(Facts.status(pod).getReason());
  }
}
