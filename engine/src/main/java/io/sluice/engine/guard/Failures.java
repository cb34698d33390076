package io.sluice.engine.guard;

import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.work.Loop;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a loop does with a key that failed, where the reconciler has nothing better to say. */
public final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  /** A permanent refusal is looked at again this late: the world may have changed unseen. */
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

  private Failures() {}

  /** Logs one line and waits: for a change if the refusal is permanent, else for the back-off. */
  public static <K> Loop.OnFailure<K> logged(String loop) {
    return (key, failure) -> handle(loop, key, failure, LOOK_AGAIN);
  }

  /**
   * Logs one line and waits for the back-off, whatever the refusal: for those who report what
   * happened, because that does not change any more when somebody lifts the refusal.
   */
  public static <K> Loop.OnFailure<K> insisting(String loop) {
    return (key, failure) -> handle(loop, key, failure, null);
  }

  private static <K> @Nullable Duration handle(
      String loop, K key, Exception failure, @Nullable Duration refused) {
    if (!(failure instanceof ApiFailure api)) {
      LOG.atError()
          .addKeyValue("loop", loop)
          .addKeyValue("key", key)
          .setCause(failure)
          .log("unexpected failure");
      return null;
    }
    LOG.atWarn()
        .addKeyValue("loop", loop)
        .addKeyValue("key", key)
        .addKeyValue("why", api.getMessage())
        .log("failed");
    return api.problem().permanent() ? refused : api.retryAfter();
  }
}
