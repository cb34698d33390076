package io.sluice.kubelet.node;

import java.time.Duration;

/** How often to ask, how long to wait for an answer, how many failures make it unreachable. */
public record Timing(Duration interval, Duration timeout, int failures) {
  public static final Timing DEFAULT = new Timing(Duration.ofSeconds(10), Duration.ofSeconds(5), 3);

  public Timing {
    if (!interval.isPositive() || !timeout.isPositive() || failures < 1) {
      throw new IllegalArgumentException(
          "health check needs a positive interval, time-out and number of failures");
    }
  }
}
