package io.sluice.manager.provider.enforce;

import io.sluice.api.offloading.ShadowPod;
import java.util.function.Consumer;

/** What a pod passes before it is created: quota and guardrails of the provider (D-13, D-14). */
public interface Gate {

  /** The answer about one pod. */
  sealed interface Verdict {
    record Pass() implements Verdict {}

    /** Not now: tried again, at once when something that matters changes. */
    record Hold(String reason, String message) implements Verdict {}

    /** Not so: waits until the pod or the rules change. */
    record Refuse(String reason, String message) implements Verdict {}
  }

  /**
   * Creates the pod if it may be: what it takes is reserved while the request is under way, so that
   * two pods can't both have the last of something.
   */
  Verdict create(ShadowPod shadow, Consumer<ShadowPod> creation);

  /** Everybody may do everything; for a provider that switched enforcement off. */
  Gate OPEN =
      (shadow, creation) -> {
        creation.accept(shadow);
        return new Verdict.Pass();
      };
}
