package io.sluice.bench.offload;

import java.util.function.BooleanSupplier;

/** Waiting with a deadline. */
final class Until {
  private static final long POLL_MILLIS = 20;

  private Until() {}

  static void holds(String what, long seconds, BooleanSupplier condition) {
    long deadline = System.nanoTime() + seconds * 1_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("not within " + seconds + " s: " + what);
      }
      pause(POLL_MILLIS);
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
