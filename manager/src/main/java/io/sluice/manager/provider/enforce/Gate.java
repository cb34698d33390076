package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.engine.run.Controller;
import java.util.function.Consumer;

/** What a pod passes before it is created: quota and guardrails of the provider (D-13, D-14). */
public interface Gate extends Controller {

  /** The answer about one pod. */
  sealed interface Verdict {
    record Pass() implements Verdict {}

    /** Not now: tried again, at once when something that matters changes. */
    record Hold(String reason, String message) implements Verdict {}

    /** Not so: waits until the pod or the rules change. */
    record Refuse(String reason, String message) implements Verdict {}
  }

  /** Whether all that it decides by has been read. */
  boolean ready();

  /**
   * Creates the pod if it may be: what it takes is reserved while the request is under way, so that
   * two pods can't both have the last of something.
   */
  Verdict create(ShadowPod shadow, Consumer<ShadowPod> creation);

  /**
   * Carries a changed spec to the running pod if that may be: a change must not bring in what a new
   * pod may not have, nor take more than is left.
   */
  Verdict change(ShadowPod shadow, Pod pod, Runnable change);

  /** The pod of a ShadowPod changed. */
  void saw(String shadowUid, Pod pod);

  /** The pod of a ShadowPod is gone. */
  void gone(String shadowUid);
}
