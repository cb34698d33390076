package io.sluice.engine.time;

import java.time.Clock;
import java.time.Duration;

/**
 * The time of day, as every role sees it. Clusters do not agree on it: whatever is compared across
 * a border is compared by one's own observation, and this clock is only written down (T-41). For
 * trials of that rule it can be set wrong.
 */
public final class WallClock {
  /** System property: how wrong, as an ISO duration. */
  public static final String SKEW = "sluice.clock-skew";

  private static final Clock OURS =
      Clock.offset(Clock.systemUTC(), Duration.parse(System.getProperty(SKEW, "PT0S")));

  private WallClock() {}

  public static Clock ours() {
    return OURS;
  }
}
