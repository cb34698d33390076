package io.sluice.testbed.host;

import io.sluice.testbed.model.BedException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits with a deadline. */
public final class Waiting {
  private static final Duration STEP = Duration.ofMillis(50);

  private Waiting() {}

  /** Whether the condition came true in time. */
  public static boolean until(Duration deadline, BooleanSupplier condition) {
    long end = System.nanoTime() + deadline.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      pause(STEP);
    }
    return true;
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BedException("interrupted while waiting", e);
    }
  }
}
