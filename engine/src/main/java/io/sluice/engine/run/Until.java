package io.sluice.engine.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Keeps the main thread until the process is told to stop, then closes what it runs. */
public final class Until {
  private Until() {}

  /** Blocks until SIGTERM or SIGINT; what is closed has a bounded time for it. */
  public static void stopped(AutoCloseable role) throws InterruptedException {
    CountDownLatch closed = new CountDownLatch(1);
    Thread closing =
        Thread.ofPlatform()
            .name("closing")
            .unstarted(
                () -> {
                  close(role);
                  closed.countDown();
                });
    Runtime.getRuntime().addShutdownHook(closing);
    closed.await();
  }

  private static void close(AutoCloseable role) {
    Thread closer =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    role.close();
                  } catch (Exception e) {
                    System.err.println("sluice: did not close cleanly: " + e.getMessage());
                  }
                });
    try {
      closer.join(Duration.ofSeconds(20));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
