package io.sluice.translate.pod.home;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Annotations;
import io.sluice.translate.pod.Facts;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The grace of a local deletion, as it travels over the border (D-4, T-11). */
public final class Grace {
  private Grace() {}

  /** Seconds that differ from what the pod's spec says; null when nothing has to be announced. */
  public static @Nullable Long asked(Pod local) {
    var asked = local.getMetadata().getDeletionGracePeriodSeconds();
    // A pod that is over is always deleted with 0, which says nothing about a wish.
    return asked == null || asked == Facts.grace(local) || Facts.isTerminal(local) ? null : asked;
  }

  /** Merge patch that announces it on the ShadowPod. */
  public static Map<String, Object> announcement(long seconds) {
    return Map.of(
        "metadata",
        Map.of("annotations", Map.of(Annotations.DELETION_GRACE, Long.toString(seconds))));
  }
}
