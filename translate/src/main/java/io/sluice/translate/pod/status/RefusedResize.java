package io.sluice.translate.pod.status;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Changing;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A resize that the provider does not carry out (T-8, T-10): the local pod says so as a kubelet
 * would that can't. Deferred, where it is tried again by itself; else Infeasible.
 */
final class RefusedResize {
  private static final String PENDING = "PodResizePending";

  private RefusedResize() {}

  static PodStatus shown(
      PodStatus status, Pod local, @Nullable ShadowPod shadow, Pod remote, Instant now) {
    Optional<Condition> refusal = refusal(shadow).filter(said -> isAsked(local, remote));
    if (refusal.isEmpty()) {
      return status;
    }
    var conditions = new Conditions(status, now);
    var again = Reasons.QUOTA_EXCEEDED.equals(refusal.get().reason());
    conditions.set(PENDING, true, again ? "Deferred" : "Infeasible", refusal.get().message());
    return new PodStatusBuilder(status).withConditions(conditions.list()).build();
  }

  private static Optional<Condition> refusal(@Nullable ShadowPod shadow) {
    return shadow == null || shadow.getStatus() == null
        ? Optional.empty()
        : shadow.getStatus().conditions().stream()
            .filter(condition -> condition.type().equals(ConditionTypes.ADMITTED))
            .filter(condition -> condition.status() == ConditionStatus.FALSE)
            .findFirst();
  }

  /** The remote pod has not what the local one asks for. */
  private static boolean isAsked(Pod local, Pod remote) {
    return Frozen.list(local.getSpec().getContainers()).stream()
        .anyMatch(wanted -> differs(wanted, remote));
  }

  private static boolean differs(Container wanted, Pod remote) {
    return Frozen.list(remote.getSpec().getContainers()).stream()
        .filter(held -> held.getName().equals(wanted.getName()))
        .anyMatch(held -> !Changing.resized(held.getResources(), wanted.getResources()).isEmpty());
  }
}
