package io.sluice.engine.guard;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stops mass deletion (D-21): when more than a share of what exists would be deleted within a short
 * time, every further deletion waits until a person has looked. Deletions that end a finished pod's
 * record or that garbage collection caused do not count (T-22); the caller does not ask for those.
 */
public final class Breaker {
  /** How much may go within the window before somebody is asked. */
  public record Limits(Duration window, int atLeast, int percent) {
    public static final Limits DEFAULT = new Limits(Duration.ofMinutes(1), 20, 50);
  }

  private final Limits limits;
  private final LongSupplier nanoTime;
  private final Deque<Long> recent = new ArrayDeque<>();
  private @Nullable String tripped;

  public Breaker(Limits limits) {
    this(limits, System::nanoTime);
  }

  Breaker(Limits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
  }

  /**
   * Asks for one deletion.
   *
   * @param existing how many objects there are before it
   * @return whether it may go ahead
   */
  public synchronized boolean permits(int existing) {
    if (tripped != null) {
      return false;
    }
    long now = nanoTime.getAsLong();
    while (!recent.isEmpty() && now - recent.peek() > limits.window().toNanos()) {
      recent.remove();
    }
    int gone = recent.size() + 1;
    int before = existing + recent.size();
    if (gone > limits.atLeast() && gone * 100L > (long) before * limits.percent()) {
      tripped =
          "%d of %d objects would have been deleted within %d s"
              .formatted(gone, before, limits.window().toSeconds());
      return false;
    }
    recent.add(now);
    return true;
  }

  /** Trips it for a reason that is known elsewhere. */
  public synchronized void trip(String why) {
    if (tripped == null) {
      tripped = why;
    }
  }

  /** Why deletions are held, or null. */
  public synchronized @Nullable String tripped() {
    return tripped;
  }

  /** A person has looked and lets deletions go on. */
  public synchronized void resume() {
    tripped = null;
    recent.clear();
  }
}
