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
  private boolean settled = true;
  private Runnable listener = () -> {};

  public Breaker(Limits limits) {
    this(limits, System::nanoTime);
  }

  /** One that permits nothing until it was settled what an earlier process held. */
  public static Breaker unsettled(Limits limits) {
    Breaker breaker = new Breaker(limits);
    breaker.settled = false;
    return breaker;
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
    forgetLongAgo();
    return ask(existing + recent.size());
  }

  /** The same where another takes the place of each that goes, so that there are never fewer. */
  public synchronized boolean permitsReplacing(int existing) {
    forgetLongAgo();
    return ask(existing);
  }

  private void forgetLongAgo() {
    long now = nanoTime.getAsLong();
    while (!recent.isEmpty() && now - recent.peek() > limits.window().toNanos()) {
      recent.remove();
    }
  }

  private boolean ask(int before) {
    if (tripped != null || !settled) {
      return false;
    }
    int gone = recent.size() + 1;
    if (gone > limits.atLeast() && gone * 100L > (long) before * limits.percent()) {
      tripped =
          "%d of %d objects would have been deleted within %d s"
              .formatted(gone, before, limits.window().toSeconds());
      listener.run();
      return false;
    }
    recent.add(nanoTime.getAsLong());
    return true;
  }

  /** Told, briefly and under the lock, whenever it trips. */
  public synchronized void listen(Runnable told) {
    listener = told;
  }

  /** What an earlier process held is known now: the reason, or null when it held nothing. */
  public synchronized void settle(@Nullable String held) {
    settled = true;
    if (held != null) {
      trip(held);
    }
  }

  public synchronized boolean isSettled() {
    return settled;
  }

  /** Trips it for a reason that is known elsewhere. */
  public synchronized void trip(String why) {
    if (tripped == null) {
      tripped = why;
      listener.run();
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
