package io.sluice.engine.kube;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Closes streams that are silent for too long. A watch brings a bookmark every minute; when none
 * comes the connection leads nowhere, and nothing below us would ever say so.
 */
final class Watchdog implements AutoCloseable {
  private static final Duration ROUND = Duration.ofSeconds(10);

  private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
  private final Thread thread = Thread.ofVirtual().name("watchdog").start(this::run);

  void guard(Stream stream) {
    streams.add(stream);
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Thread.sleep(ROUND);
        long now = System.nanoTime();
        streams.removeIf(Stream::isClosed);
        streams.stream().filter(stream -> stream.isDead(now)).forEach(Stream::close);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    streams.forEach(Stream::close);
  }
}
