package io.sluice.translate.pod.enforce;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.ending.Seen;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Everything the provider knows about one name.
 *
 * @param shadow the ShadowPod, or null when it is gone
 * @param grace that its deletion asked for, when it is gone or going (D-4)
 * @param pod the pod of that name, or null
 * @param seen what earlier states of this pod showed
 * @param now for the times of conditions that are made here
 * @param silent whether the consumer was silent for longer than this pod may run without it (D-22)
 */
public record Scene(
    @Nullable ShadowPod shadow,
    @Nullable Long grace,
    @Nullable Pod pod,
    Seen seen,
    Instant now,
    boolean silent) {

  /** With a consumer that lives. */
  public Scene(
      @Nullable ShadowPod shadow, @Nullable Long grace, @Nullable Pod pod, Seen seen, Instant now) {
    this(shadow, grace, pod, seen, now, false);
  }

  /** Grace that a consumer asked for before it deleted this ShadowPod; null for the usual one. */
  public static @Nullable Long graceOf(ShadowPod shadow) {
    var text = Facts.annotations(shadow).get(Annotations.DELETION_GRACE);
    if (text == null || !text.matches("\\d{1,9}")) {
      return null;
    }
    return Long.valueOf(text);
  }
}
