package io.sluice.translate.pod.home;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.translate.pod.Facts;
import org.jspecify.annotations.Nullable;

/**
 * Whether a twin would be deleted though nobody asked its very pod to end, as far as can be seen
 * (D-21): the pod is gone, or another has its name, which is how a cluster looks that was restored
 * from a backup; or only the pod garbage collector did it, because the Node was missing (D-12b).
 * What is finished and recorded may go at any time (T-22).
 */
public final class Unasked {
  private Unasked() {}

  public static boolean of(@Nullable Pod local, ShadowPod shadow) {
    return !isRecorded(shadow) && (local == null || !isOf(local, shadow) || isCollected(local));
  }

  private static boolean isOf(Pod local, ShadowPod shadow) {
    return local
        .getMetadata()
        .getUid()
        .equals(Facts.annotations(shadow).get(Annotations.LOCAL_UID));
  }

  private static boolean isCollected(Pod local) {
    return Facts.condition(local, Facts.DISRUPTION_TARGET)
        .filter(condition -> "DeletionByPodGC".equals(condition.getReason()))
        .isPresent();
  }

  private static boolean isRecorded(ShadowPod shadow) {
    return shadow.getStatus() != null && shadow.getStatus().phase().isFinished();
  }
}
