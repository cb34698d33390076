package io.sluice.translate.pod.ending;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.RestartRules;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Containers that ended by themselves, for good, before anybody disturbed the pod. */
final class OwnEnd {
  private OwnEnd() {}

  /** Main containers that were over before. */
  static Set<String> ended(Pod pod, Instant before) {
    return Frozen.list(Facts.status(pod).getContainerStatuses()).stream()
        .filter(status -> isOver(pod, status, before))
        .map(ContainerStatus::getName)
        .collect(Collectors.toSet());
  }

  /** The pod as a whole is over: every main container, or an init container that failed. */
  static boolean whole(Pod pod, Instant before) {
    var over = ended(pod, before);
    var mains = Frozen.list(pod.getSpec().getContainers());
    return failedInit(pod, before)
        || (!mains.isEmpty() && mains.stream().map(Container::getName).allMatch(over::contains));
  }

  /** Some container really ran, as opposed to a pod that its node turned away. */
  static boolean ran(Pod pod) {
    return Stream.of(
            Facts.status(pod).getContainerStatuses(), Facts.status(pod).getInitContainerStatuses())
        .map(Frozen::list)
        .flatMap(List::stream)
        .anyMatch(OwnEnd::ran);
  }

  private static boolean ran(ContainerStatus status) {
    return filled(status.getContainerID())
        || (status.getState() != null && status.getState().getRunning() != null)
        || (Facts.isTerminated(status)
            && Facts.time(status.getState().getTerminated().getStartedAt()).isPresent());
  }

  private static boolean filled(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  private static boolean failedInit(Pod pod, Instant before) {
    return Frozen.list(Facts.status(pod).getInitContainerStatuses()).stream()
        .filter(status -> isOver(pod, status, before))
        .anyMatch(status -> !Integer.valueOf(0).equals(exitCode(status)));
  }

  private static Integer exitCode(ContainerStatus status) {
    return status.getState().getTerminated().getExitCode();
  }

  /** Strictly before: times have whole seconds, and a killed container ends within the first. */
  private static boolean isOver(Pod pod, ContainerStatus status, Instant before) {
    return Facts.isTerminated(status)
        && !RestartRules.mayRestart(pod.getSpec(), status)
        && Facts.time(status.getState().getTerminated().getFinishedAt())
            .filter(end -> end.isBefore(before))
            .isPresent();
  }
}
