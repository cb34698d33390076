package io.sluice.translate.pod.home;

import org.jspecify.annotations.Nullable;

/** The next thing the consumer's kubelet does about one pod. */
public sealed interface HomePlan {
  /** Translate the pod and POST its ShadowPod. */
  record Offload() implements HomePlan {}

  /** Carry local changes to the ShadowPod and the remote status back. */
  record Align() implements HomePlan {}

  /** Only bring the status back: the ShadowPod is on its way out. */
  record Show() implements HomePlan {}

  /**
   * DELETE the ShadowPod with this UID.
   *
   * @param grace to announce in an annotation before (D-4); null for the usual one
   */
  record DeleteShadow(String uid, @Nullable Long grace, String why) implements HomePlan {}

  /**
   * Nothing of the pod runs any more.
   *
   * @param end write a terminal status first (T-3)
   * @param delete DELETE the local pod with grace 0
   */
  record Finish(String uid, boolean end, boolean delete) implements HomePlan {}

  /** Write this phase and reason (§3.5.6): the namespace is not extended to this provider. */
  record Reject(String phase, String reason) implements HomePlan {}

  /** End the pod as a kubelet does that can't run it: failed, for this reason. */
  record Unfit(String reason, String message) implements HomePlan {}

  /** Somebody else's object has the name in the provider (CONF-1). */
  record Conflict(String message) implements HomePlan {}

  /** An event will come and change the picture. */
  record Wait(String why) implements HomePlan {}

  /** All is as it should be. */
  record Nothing(String why) implements HomePlan {}
}
