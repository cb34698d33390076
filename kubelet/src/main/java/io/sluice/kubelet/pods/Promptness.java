package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.sluice.engine.metrics.Measured;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Measures the time from a pod's binding to this node until it is seen running, once per pod. */
final class Promptness {
  private final String node;
  private final Clock clock;
  private final Set<String> running = ConcurrentHashMap.newKeySet();

  Promptness(String node, Clock clock) {
    this.node = node;
    this.clock = clock;
  }

  /**
   * @param live whether this is news: what ran before this process was started says nothing of it
   */
  void saw(Pod pod, boolean live) {
    if (pod.getStatus() == null || !"Running".equals(pod.getStatus().getPhase())) {
      return;
    }
    if (running.add(pod.getMetadata().getUid()) && live) {
      bound(pod)
          .ifPresent(
              since ->
                  Measured.BIND_TO_RUNNING.add(Duration.between(since, clock.instant()), node));
    }
  }

  void gone(Pod pod) {
    running.remove(pod.getMetadata().getUid());
  }

  private static Optional<Instant> bound(Pod pod) {
    List<PodCondition> conditions = pod.getStatus().getConditions();
    return conditions.stream()
        .filter(condition -> "PodScheduled".equals(condition.getType()))
        .map(PodCondition::getLastTransitionTime)
        .filter(time -> time != null && !time.isEmpty())
        .map(Instant::parse)
        .findFirst();
  }
}
