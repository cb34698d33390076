package io.sluice.manager;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The time of day, plus what a test adds to it. */
public final class TestClock extends Clock {
  private volatile Duration ahead = Duration.ZERO;

  public void jumpTo(Instant moment) {
    ahead = Duration.between(Instant.now(), moment);
  }

  public void reset() {
    ahead = Duration.ZERO;
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
