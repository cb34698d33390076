package io.sluice.translate.pod.enforce;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Reasons;
import io.sluice.translate.pod.ending.Ending;
import io.sluice.translate.pod.ending.Seen;
import io.sluice.translate.pod.fence.FenceWord;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the silence of a consumer means for one of its pods (D-22). It is said before it is done: a
 * pod that is gone for this reason is always marked, also for an enforcer that starts later. What
 * was stopped comes back only when home, asked after its first sign of life, says that it still
 * wants it: it may have let another copy run meanwhile.
 */
final class Fencing {
  private Fencing() {}

  /** Empty where the pod is enforced as any other. */
  static Optional<EnforcePlan> decide(ShadowPod shadow, @Nullable Pod pod, boolean silent) {
    var word = FenceWord.on(shadow);
    if (silent && word != FenceWord.STOPPED) {
      return Optional.of(
          new EnforcePlan.Refuse(
              Reasons.CONSUMER_SILENT, "the consumer was silent for longer than the pod may run"));
    }
    return switch (word) {
      case NONE -> Optional.empty();
      case STOPPED -> Optional.ofNullable(silent ? stop(shadow, pod) : ask());
      case ASKED ->
          pod == null
              ? Optional.of(new EnforcePlan.Wait("home is asked whether it wants the pod"))
              : Optional.empty();
      case ANSWERED ->
          pod != null && isAlive(shadow, pod)
              ? Optional.of(new EnforcePlan.Admit()) // it had not been stopped yet
              : Optional.empty();
    };
  }

  private static @Nullable EnforcePlan stop(ShadowPod shadow, @Nullable Pod pod) {
    if (pod == null) {
      return new EnforcePlan.Wait("the consumer is silent");
    }
    return isAlive(shadow, pod)
        ? new EnforcePlan.Delete(pod.getMetadata().getUid(), null, "the consumer is silent")
        : null;
  }

  private static EnforcePlan ask() {
    return new EnforcePlan.Refuse(
        Reasons.CONSUMER_BACK, "stopped while the consumer was silent; home is asked for it");
  }

  private static boolean isAlive(ShadowPod shadow, Pod pod) {
    return Ownership.of(pod, shadow) == Ownership.OURS
        && Ending.of(pod, Seen.NOTHING) instanceof Ending.Alive;
  }
}
