package io.sluice.engine.work;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Exponential delays between attempts, with jitter so that many keys do not return together. */
public record Backoff(Duration first, Duration most) {

  /**
   * For keys of a work queue: quick at first, since most failures are races, and never so slow that
   * somebody notices that a server is back before we do.
   */
  public static final Backoff KEYS = new Backoff(Duration.ofMillis(20), Duration.ofSeconds(5));

  /** Many that fail at once wait longer, so that all together try no more often than this... */
  private static final Duration EACH = Duration.ofMillis(20);

  /** ...but no longer than this. */
  private static final Duration CROWDED = Duration.ofSeconds(60);

  /** For connections. */
  public static final Backoff LINKS = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

  /** The delay before attempt {@code failures + 1}, without jitter. */
  public Duration after(int failures) {
    long millis = first.toMillis() << Math.clamp(failures - 1, 0, 20);
    return millis > most.toMillis() ? most : Duration.ofMillis(millis);
  }

  /** For one of many that fail at present. */
  public Backoff among(int many) {
    Duration share = EACH.multipliedBy(many);
    Duration longest = share.compareTo(CROWDED) < 0 ? share : CROWDED;
    return longest.compareTo(most) > 0 ? new Backoff(first, longest) : this;
  }

  /** The same delay, spread over 75 to 125 per cent. */
  public Duration jittered(int failures) {
    long millis = after(failures).toMillis();
    return Duration.ofMillis(millis * ThreadLocalRandom.current().nextLong(75, 126) / 100);
  }
}
