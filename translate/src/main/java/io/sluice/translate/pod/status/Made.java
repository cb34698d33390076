package io.sluice.translate.pod.status;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.RestartRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Statuses that no kubelet wrote: made at home when the provider has nothing to show (any more).
 */
final class Made {
  private static final int KILLED = 137;

  private Made() {}

  /** The twin was taken away and comes back: Pending, never a terminal phase (D-1). */
  static PodStatus lost(Pod local, String message, Instant now) {
    var status = Facts.status(local);
    var conditions = new Conditions(status, now);
    conditions.set(Conditions.CONTAINERS_READY, false, Reasons.REMOTE_POD_LOST, message);
    conditions.set(Facts.READY, false, Reasons.REMOTE_POD_LOST, message);
    return new PodStatusBuilder(status)
        .withPhase(Facts.PENDING)
        .withReason(Reasons.REMOTE_POD_LOST)
        .withMessage(message)
        .withPodIP(null) // somebody else may have it by now
        .withPodIPs(List.of())
        .withContainerStatuses(each(status.getContainerStatuses(), s -> waiting(local, s)))
        .withConditions(conditions.list())
        .build();
  }

  /** The twin was taken away and does not come back: Failed, and marked as a disruption (D-1). */
  static PodStatus failed(PodStatus last, PodStatus held, String message, Instant now) {
    var conditions = new Conditions(held, now);
    conditions.set(Conditions.CONTAINERS_READY, false, Reasons.POD_FAILED, null);
    conditions.set(Facts.READY, false, Reasons.POD_FAILED, null);
    if (!conditions.holds(Facts.DISRUPTION_TARGET)) {
      conditions.set(Facts.DISRUPTION_TARGET, true, Reasons.REMOTE_POD_LOST, message);
    }
    return new PodStatusBuilder(held)
        .withPhase(Facts.FAILED)
        .withReason(Reasons.REMOTE_POD_LOST)
        .withMessage(message)
        .withContainerStatuses(each(last.getContainerStatuses(), s -> ended(s, KILLED)))
        .withConditions(conditions.list())
        .build();
  }

  /** The provider must have stopped it, and nobody will say how it ended (D-22). */
  static PodStatus givenUp(Pod local, String message, Instant now) {
    return new PodStatusBuilder(failed(Facts.status(local), Facts.status(local), message, now))
        .withReason(Reasons.PROVIDER_SILENT)
        .build();
  }

  /** §3.5.6: this phase for this reason; what runs no more is shown as ended. */
  static PodStatus rejected(Pod local, String phase, String reason, Instant now) {
    var status = Facts.status(local);
    var conditions = new Conditions(status, now);
    for (var condition : Frozen.list(status.getConditions())) {
      var type = condition.getType();
      // Conditions of others, DisruptionTarget above all, stay (T-7).
      if ((Conditions.OF_KUBELETS.contains(type) || type.equals(Facts.READY))
          && Facts.TRUE.equals(condition.getStatus())) {
        conditions.set(type, false, reason, null);
      }
    }
    UnaryOperator<ContainerStatus> over =
        s ->
            Facts.isTerminal(phase) ? ended(s, phase.equals(Facts.FAILED) ? 1 : 0, reason) : off(s);
    return new PodStatusBuilder(status)
        .withPhase(phase)
        .withReason(reason)
        .withContainerStatuses(each(status.getContainerStatuses(), over))
        .withInitContainerStatuses(each(status.getInitContainerStatuses(), over))
        .withEphemeralContainerStatuses(each(status.getEphemeralContainerStatuses(), over))
        .withConditions(conditions.list())
        .build();
  }

  /**
   * T-3, as a kubelet ends a pod whose containers it can't find any more: terminal, unknown
   * containers failed; containers that never started stay as they are.
   */
  static PodStatus terminal(Pod local, Instant now) {
    var status = Facts.status(local);
    var conditions = new Conditions(status, now);
    conditions.set(Conditions.CONTAINERS_READY, false, Reasons.POD_FAILED, null);
    conditions.set(Facts.READY, false, Reasons.POD_FAILED, null);
    return new PodStatusBuilder(status)
        .withPhase(Facts.FAILED)
        .withContainerStatuses(
            isInitialized(local)
                ? each(status.getContainerStatuses(), s -> ended(s, KILLED))
                : status.getContainerStatuses())
        .withInitContainerStatuses(endedInit(status.getInitContainerStatuses()))
        .withConditions(conditions.list())
        .build();
  }

  private static boolean isInitialized(Pod local) {
    var inits = Frozen.list(local.getSpec().getInitContainers());
    var status = Facts.status(local);
    if (inits.isEmpty()
        || Frozen.list(status.getContainerStatuses()).stream().anyMatch(Made::hasStarted)) {
      return true;
    }
    return Facts.named(status.getInitContainerStatuses(), inits.getLast().getName())
        .filter(last -> isPast(inits.getLast(), last))
        .isPresent();
  }

  private static boolean isPast(Container init, ContainerStatus status) {
    return RestartRules.isSidecar(init)
        ? Boolean.TRUE.equals(status.getStarted())
        : Facts.isTerminated(status)
            && Integer.valueOf(0).equals(status.getState().getTerminated().getExitCode());
  }

  private static boolean hasStarted(ContainerStatus status) {
    var waits = status.getState() == null || status.getState().getWaiting() != null;
    return !waits
        || (status.getLastState() != null && status.getLastState().getTerminated() != null);
  }

  /** All but the last ones that never started; the first one in any case. */
  private static List<ContainerStatus> endedInit(@Nullable List<ContainerStatus> given) {
    var all = new ArrayList<>(Frozen.list(given));
    var started = all.isEmpty() ? 0 : 1;
    for (int i = 0; i < all.size(); i++) {
      started = hasStarted(all.get(i)) ? i + 1 : started;
    }
    for (int i = 0; i < started; i++) {
      all.set(i, ended(all.get(i), KILLED));
    }
    return all;
  }

  private static List<ContainerStatus> each(
      @Nullable List<ContainerStatus> statuses, UnaryOperator<ContainerStatus> change) {
    return Frozen.list(statuses).stream().map(change).toList();
  }

  private static ContainerStatus off(ContainerStatus status) {
    return new ContainerStatusBuilder(status).withReady(false).build();
  }

  private static ContainerStatus ended(ContainerStatus status, int exitCode) {
    return ended(status, exitCode, Reasons.CONTAINER_STATUS_UNKNOWN);
  }

  private static ContainerStatus ended(ContainerStatus status, int exitCode, String reason) {
    return Facts.isTerminated(status)
        ? off(status)
        : new ContainerStatusBuilder(status)
            .withReady(false)
            .withStarted(false)
            .withState(
                new ContainerStateBuilder()
                    .withNewTerminated()
                    .withExitCode(exitCode)
                    .withReason(reason)
                    .withMessage("the container could not be found when the pod ended")
                    .endTerminated()
                    .build())
            .build();
  }

  /** Whether {@link #lost} has nothing to change about this container. */
  static boolean isLost(Pod local, ContainerStatus status) {
    var waits = status.getState() == null ? null : status.getState().getWaiting();
    return isOver(local, status)
        || (waits != null && Reasons.REMOTE_POD_LOST.equals(waits.getReason()));
  }

  /** An end that may not be taken back stays shown (T-2). */
  private static boolean isOver(Pod local, ContainerStatus status) {
    return Facts.isTerminated(status) && !RestartRules.mayRestart(local.getSpec(), status);
  }

  private static ContainerStatus waiting(Pod local, ContainerStatus status) {
    if (isOver(local, status)) {
      return off(status);
    }
    return new ContainerStatusBuilder(status)
        .withReady(false)
        .withStarted(false)
        .withState(
            new ContainerStateBuilder()
                .withNewWaiting()
                .withReason(Reasons.REMOTE_POD_LOST)
                .endWaiting()
                .build())
        .build();
  }
}
