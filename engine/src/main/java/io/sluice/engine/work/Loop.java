package io.sluice.engine.work;

import io.sluice.engine.metrics.Gauge;
import io.sluice.engine.metrics.Measured;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Workers that drain one queue. A key that fails comes back after its back-off; one bad key fails
 * only itself.
 */
public final class Loop<K> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

  /** Brings the world one step closer to what is wanted for one key. */
  @FunctionalInterface
  public interface Reconciler<K> {
    Next reconcile(K key) throws Exception;
  }

  /** What to do with a failure: how long to wait at least, and whether to speak of it. */
  @FunctionalInterface
  public interface OnFailure<K> {
    /** The wait that the failure asks for, or null for the ordinary back-off. */
    @Nullable Duration handle(K key, Exception failure);
  }

  private final String name;
  private final WorkQueue<K> queue;
  private final Reconciler<K> reconciler;
  private final OnFailure<K> onFailure;
  private final List<Thread> workers = new ArrayList<>();
  private final Gauge.Following depth;

  public Loop(String name, Reconciler<K> reconciler, OnFailure<K> onFailure) {
    this.name = name;
    this.queue = new WorkQueue<>(Backoff.KEYS);
    this.reconciler = reconciler;
    this.onFailure = onFailure;
    this.depth = Measured.QUEUE_DEPTH.follow(queue::pending, name);
  }

  public WorkQueue<K> queue() {
    return queue;
  }

  public void start(int threads) {
    for (int i = 0; i < threads; i++) {
      workers.add(Thread.ofVirtual().name(name + "-" + i).start(this::work));
    }
  }

  private void work() {
    try {
      for (K key = queue.take(); key != null; key = queue.take()) {
        handle(key);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void handle(K key) throws InterruptedException {
    try {
      switch (reconciler.reconcile(key)) {
        case Next.Rest _ -> queue.done(key);
        case Next.Again(Duration after) -> queue.doneUntil(key, after);
      }
      Measured.RECONCILED.add(name, "done");
    } catch (InterruptedException stop) {
      queue.failed(key, null);
      throw stop;
    } catch (Exception | StackOverflowError failure) {
      fail(key, failure instanceof Exception e ? e : new IllegalStateException(failure));
    }
  }

  private void fail(K key, Exception failure) {
    Measured.RECONCILED.add(name, "failed");
    @Nullable Duration wish = null;
    try {
      wish = onFailure.handle(key, failure);
    } catch (RuntimeException second) {
      LOG.atError()
          .addKeyValue("loop", name)
          .addKeyValue("key", key)
          .setCause(second)
          .log("failure could not be handled");
    }
    queue.failed(key, wish);
  }

  @Override
  public void close() {
    depth.close();
    queue.close();
    workers.forEach(Thread::interrupt);
    for (Thread worker : workers) {
      try {
        worker.join(Duration.ofSeconds(5));
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
