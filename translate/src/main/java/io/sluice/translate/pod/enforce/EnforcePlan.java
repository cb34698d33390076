package io.sluice.translate.pod.enforce;

import io.sluice.api.offloading.ShadowPodStatus;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next thing the provider does about one pod; each is one write at most. */
public sealed interface EnforcePlan {
  /** POST the pod of the ShadowPod. */
  record Create() implements EnforcePlan {}

  /**
   * DELETE the pod with this UID.
   *
   * @param grace in seconds; null means that of the pod's spec
   */
  record Delete(String uid, @Nullable Long grace, String why) implements EnforcePlan {}

  /** Write the ShadowPod's status; logs are added where the namespace asks for them. */
  record Report(ShadowPodStatus status) implements EnforcePlan {}

  /** Take back on the ShadowPod that its pod was stopped. */
  record Admit() implements EnforcePlan {}

  /** Take our finalizer off the pod with this UID. */
  record Release(String uid) implements EnforcePlan {}

  /** Carry changes of the ShadowPod to the pod. */
  record Update(List<RemoteUpdate> updates) implements EnforcePlan {}

  /** An event of this pod will come and change the picture. */
  record Wait(String why) implements EnforcePlan {}

  /** Look again after this time. */
  record Later(Duration delay, String why) implements EnforcePlan {}

  /** All is as it should be. */
  record Nothing(String why) implements EnforcePlan {}

  /** Not enforced until somebody changes something. */
  record Refuse(String reason, String message) implements EnforcePlan {}
}
