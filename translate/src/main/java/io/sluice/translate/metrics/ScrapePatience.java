package io.sluice.translate.metrics;

import java.time.Duration;

/**
 * How long a provider waits for the numbers of its nodes. One of them may stand for the next
 * cluster of a chain (§10), which leaves out what does not answer it in time: it has to give up
 * first, or one silent node there hides all others.
 */
public final class ScrapePatience {
  /** Clients such as metrics-server give the whole way 5 to 10 s. */
  private static final Duration LONGEST = Duration.ofSeconds(3);

  private static final Duration LESS_PER_HOP = Duration.ofMillis(800);
  private static final int MOST_HOPS = 3;

  private ScrapePatience() {}

  /**
   * @param hops borders that the pods came over, as they say
   */
  public static Duration after(int hops) {
    return LONGEST.minus(LESS_PER_HOP.multipliedBy(Math.clamp(hops, 1, MOST_HOPS) - 1L));
  }
}
