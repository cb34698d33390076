package io.sluice.translate.pod.enforce;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.Offloading;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.wire.Frozen;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whose a pod of a given name is: names are reused, UIDs are not (D-3, T-12). */
public enum Ownership {
  /** Controlled by this very ShadowPod. */
  OURS,
  /** Controlled by a ShadowPod of that name that is no more. */
  PREDECESSOR,
  /** Somebody else's: never touched (INV-5). */
  STRANGER;

  static final String KIND = "ShadowPod";

  public static Ownership of(Pod pod, @Nullable ShadowPod shadow) {
    return controller(pod)
        .map(
            owner ->
                shadow != null && owner.getUid().equals(shadow.getMetadata().getUid())
                    ? OURS
                    : PREDECESSOR)
        .orElse(STRANGER);
  }

  private static Optional<OwnerReference> controller(Pod pod) {
    return Frozen.list(pod.getMetadata().getOwnerReferences()).stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .filter(owner -> KIND.equals(owner.getKind()))
        .filter(owner -> String.valueOf(owner.getApiVersion()).startsWith(Offloading.GROUP + "/"))
        .filter(owner -> pod.getMetadata().getName().equals(owner.getName()))
        .findFirst();
  }
}
