package io.sluice.cli.shell;

import java.time.Duration;

/**
 * Gives back what a burst made the heap take. The collector by itself waits until the old
 * generation is full, and a process that is quiet again may never get there.
 */
public final class Surplus {
  private static final Duration LOOK = Duration.ofMinutes(1);
  private static final long MEGABYTE = 1 << 20;

  /** Less is not worth a full collection. */
  private static final long LEAST = 16 * MEGABYTE;

  private Surplus() {}

  /** Looks every minute until the process ends. */
  public static void giveBack() {
    Thread.ofVirtual().name("surplus").start(Surplus::run);
  }

  @SuppressWarnings("ExplicitGC") // the collector knows no other way to be told
  private static void run() {
    try {
      for (long settled = committed(); ; ) {
        Thread.sleep(LOOK);
        if (isDue(settled, committed())) {
          System.gc();
          settled = committed();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static long committed() {
    return Runtime.getRuntime().totalMemory();
  }

  /**
   * Whether the heap has grown so much that a look at what is really needed pays.
   *
   * @param settled bytes that it had after the last look of this kind
   */
  static boolean isDue(long settled, long now) {
    return now - settled > Math.max(LEAST, settled / 4);
  }
}
