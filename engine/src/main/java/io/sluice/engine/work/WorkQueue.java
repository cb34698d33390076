package io.sluice.engine.work;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keys that are due now or later, each handed to one worker at a time.
 *
 * <p>Adding a key that waits brings it forward, never back. Adding a key that is being worked on
 * makes it due again when the work ends, so no change is lost. A failed key comes back after its
 * back-off and is never given up.
 */
public final class WorkQueue<K> implements AutoCloseable {
  private record Due<K>(long at, long order, K key) implements Comparable<Due<K>> {
    @Override
    public int compareTo(Due<K> other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Due<K>> due = new PriorityQueue<>();
  private final Map<K, Due<K>> waiting = new HashMap<>();
  private final Set<K> working = new HashSet<>();
  private final Map<K, Long> again = new HashMap<>();
  private final Map<K, Integer> failures = new HashMap<>();
  private final Backoff backoff;
  private final LongSupplier nanoTime;
  private long order;
  private boolean closed;

  public WorkQueue(Backoff backoff) {
    this(backoff, System::nanoTime);
  }

  WorkQueue(Backoff backoff, LongSupplier nanoTime) {
    this.backoff = backoff;
    this.nanoTime = nanoTime;
  }

  /** Makes the key due now. */
  public void add(K key) {
    addAfter(key, Duration.ZERO);
  }

  /** Makes the key due after a delay, or earlier if it already is. */
  public void addAfter(K key, Duration delay) {
    lock.lock();
    try {
      enqueue(key, nanoTime.getAsLong() + delay.toNanos());
    } finally {
      lock.unlock();
    }
  }

  /** The next due key, or null when the queue was closed. The caller must end it with done. */
  public @Nullable K take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed) {
        Due<K> head = due.peek();
        if (head != null && !head.equals(waiting.get(head.key()))) {
          due.poll(); // replaced by an earlier entry of the same key
          continue;
        }
        long now = nanoTime.getAsLong();
        if (head != null && head.at() - now <= 0) {
          due.poll();
          waiting.remove(head.key());
          working.add(head.key());
          return head.key();
        }
        if (head == null) {
          changed.await();
        } else {
          changed.await(head.at() - now, TimeUnit.NANOSECONDS);
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the work on a key that succeeded. */
  public void done(K key) {
    finish(key, null, false);
  }

  /** Ends the work on a key that wants to be looked at again, without counting a failure. */
  public void doneUntil(K key, Duration delay) {
    finish(key, delay, false);
  }

  /** Ends the work on a key that failed; it comes back after its back-off, or after the wish. */
  public Duration failed(K key, @Nullable Duration wish) {
    lock.lock();
    try {
      int count = failures.merge(key, 1, Integer::sum);
      Duration delay = backoff.among(failures.size()).jittered(count);
      Duration chosen = wish != null && wish.compareTo(delay) > 0 ? wish : delay;
      finish(key, chosen, true);
      return chosen;
    } finally {
      lock.unlock();
    }
  }

  /** Keys that are due now and keys being worked on: zero means that there is nothing to do. */
  public int pending() {
    lock.lock();
    try {
      long now = nanoTime.getAsLong();
      long ready = waiting.values().stream().filter(entry -> entry.at() - now <= 0).count();
      return (int) ready + working.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void finish(K key, @Nullable Duration delay, boolean failure) {
    lock.lock();
    try {
      if (!failure) {
        failures.remove(key);
      }
      working.remove(key);
      Long redirtied = again.remove(key);
      if (delay != null) {
        enqueue(key, nanoTime.getAsLong() + delay.toNanos());
      }
      if (redirtied != null) {
        enqueue(key, redirtied);
      }
    } finally {
      lock.unlock();
    }
  }

  private void enqueue(K key, long at) {
    if (closed) {
      return;
    }
    if (working.contains(key)) {
      again.merge(key, at, (a, b) -> a - b <= 0 ? a : b);
      return;
    }
    Due<K> present = waiting.get(key);
    if (present != null && present.at() - at <= 0) {
      return;
    }
    Due<K> entry = new Due<>(at, order++, key);
    waiting.put(key, entry);
    due.add(entry);
    changed.signal();
  }
}
