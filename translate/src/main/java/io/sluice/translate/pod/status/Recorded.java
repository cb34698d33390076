package io.sluice.translate.pod.status;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import org.jspecify.annotations.Nullable;

/** The end of a pod as its ShadowPod recorded it: it outlives the remote pod and its node. */
record Recorded(Pod local, @Nullable Pod remote, Restarts restarts, Around around) {

  PodStatus status(ShadowPodStatus record) {
    var phase = record.phase() == ShadowPodPhase.SUCCEEDED ? Facts.SUCCEEDED : Facts.FAILED;
    var last = last(record);
    var shown =
        Frozen.list(last.getContainerStatuses()).isEmpty()
            ? Made.rejected(local, phase, Reasons.REMOTE_POD_TERMINATED, around.now())
            : reflected(last);
    var conditions = new Conditions(shown, around.now());
    Frozen.list(last.getConditions()).stream()
        .filter(c -> phase.equals(Facts.FAILED) && Facts.DISRUPTION_TARGET.equals(c.getType()))
        .forEach(conditions::put);
    return new PodStatusBuilder(shown)
        .withPhase(phase)
        .withReason(reason(last))
        .withMessage(last.getMessage())
        .withConditions(conditions.list())
        .build();
  }

  /** A peer may record the phase alone; then the pod, if it is still there, says the rest. */
  private PodStatus last(ShadowPodStatus record) {
    if (record.podStatus() != null) {
      return record.podStatus();
    }
    return remote == null ? new PodStatus() : Facts.status(remote);
  }

  private @Nullable String reason(PodStatus last) {
    return last.getReason() == null && remote == null
        ? Reasons.REMOTE_POD_TERMINATED
        : last.getReason();
  }

  private PodStatus reflected(PodStatus last) {
    var pod = new PodBuilder(remote == null ? local : remote).withStatus(last).build();
    var known = remote != null || restarts.equals(Restarts.UNKNOWN);
    return Reflected.of(local, pod, known ? restarts.and(local, pod) : restarts, around);
  }
}
