package io.sluice.translate.pod.ending;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The record on a ShadowPod that outlives its pod (D-10, D-13a). */
public final class FinalRecord {
  /** All logs of one record together (T-34). */
  public static final int LOG_BUDGET_BYTES = 256 * 1024;

  private FinalRecord() {}

  public static ShadowPodStatus finished(Pod pod) {
    return new ShadowPodStatus(phase(pod), Facts.status(pod), Map.of(), List.of());
  }

  /** Taken away and not to be run again: Failed, marked so that failure policies can tell. */
  public static ShadowPodStatus lost(Pod pod, Cause cause, Instant now) {
    var status =
        new PodStatusBuilder(Facts.status(pod))
            .withPhase(Facts.FAILED)
            .withReason(reason(pod))
            .withMessage("the remote pod was taken away: " + cause);
    if (!Facts.isTrue(pod, Facts.DISRUPTION_TARGET)) {
      status
          .removeMatchingFromConditions(c -> Facts.DISRUPTION_TARGET.equals(c.getType()))
          .addToConditions(disruption(cause.toString(), now));
    }
    return new ShadowPodStatus(ShadowPodPhase.FAILED, status.build(), Map.of(), List.of());
  }

  /** It ran, and nobody saw how it ended. */
  public static ShadowPodStatus vanished(Instant now) {
    var status =
        new PodStatusBuilder()
            .withPhase(Facts.FAILED)
            .withReason(Reasons.REMOTE_POD_LOST)
            .withMessage("the remote pod vanished")
            .withConditions(disruption("the remote pod vanished", now));
    return new ShadowPodStatus(ShadowPodPhase.FAILED, status.build(), Map.of(), List.of());
  }

  /** Ever smaller versions of a record: the phase must always fit (D-13a). */
  public static List<ShadowPodStatus> everSmaller(ShadowPodStatus record) {
    return List.of(
        record,
        new ShadowPodStatus(record.phase(), record.podStatus(), Map.of(), record.conditions()),
        new ShadowPodStatus(
            record.phase(), withoutMessages(record.podStatus()), Map.of(), List.of()),
        ShadowPodStatus.of(record.phase()));
  }

  private static PodCondition disruption(String message, Instant now) {
    return new PodConditionBuilder()
        .withType(Facts.DISRUPTION_TARGET)
        .withStatus(Facts.TRUE)
        .withReason(Reasons.REMOTE_POD_LOST)
        .withMessage(message)
        .withLastTransitionTime(Facts.timestamp(now))
        .build();
  }

  private static String reason(Pod pod) {
    var given = Facts.status(pod).getReason();
    return given == null || given.isEmpty() ? Reasons.REMOTE_POD_LOST : given;
  }

  private static ShadowPodPhase phase(Pod pod) {
    return Facts.phase(pod).equals(Facts.SUCCEEDED)
        ? ShadowPodPhase.SUCCEEDED
        : ShadowPodPhase.FAILED;
  }

  private static @Nullable PodStatus withoutMessages(@Nullable PodStatus status) {
    return status == null
        ? null
        : new PodStatusBuilder(status)
            .withMessage(null)
            .withContainerStatuses(silent(status.getContainerStatuses()))
            .withInitContainerStatuses(silent(status.getInitContainerStatuses()))
            .withEphemeralContainerStatuses(silent(status.getEphemeralContainerStatuses()))
            .build();
  }

  private static List<ContainerStatus> silent(@Nullable List<ContainerStatus> statuses) {
    return Frozen.list(statuses).stream()
        .map(
            status ->
                !Facts.isTerminated(status)
                    ? status
                    : new ContainerStatusBuilder(status)
                        .editState()
                        .editTerminated()
                        .withMessage(null)
                        .endTerminated()
                        .endState()
                        .build())
        .toList();
  }
}
