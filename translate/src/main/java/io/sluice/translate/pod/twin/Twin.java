package io.sluice.translate.pod.twin;

import io.sluice.api.offloading.ShadowPod;

/** What becomes of a local pod at the border. */
public sealed interface Twin {
  /** The ShadowPod to have in the provider. */
  record Wanted(ShadowPod shadow) implements Twin {}

  /** This pod can't run elsewhere as it is; only a change of the pod helps (D-7). */
  record Refused(String reason, String field, String message) implements Twin {}

  /** Something of ours is still missing; the same pod may pass later. */
  record NotYet(String reason, String message) implements Twin {}
}
