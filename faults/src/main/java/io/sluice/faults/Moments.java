package io.sluice.faults;

import io.sluice.engine.kube.ApiFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Waiting for what happens by itself. */
final class Moments {
  private static final Duration TO_BEGIN = Duration.ofMinutes(5);
  private static final Duration GLANCE = Duration.ofMillis(100);

  private Moments() {}

  /** Without this there is no trial: however slow the machine is, it is waited for. */
  static void require(String otherwise, BooleanSupplier condition) {
    if (until(TO_BEGIN, condition).isEmpty()) {
      throw new IllegalStateException(otherwise);
    }
  }

  /** When the condition was first seen to hold; API servers may be away in between. */
  static Optional<Instant> until(Duration patience, BooleanSupplier condition) {
    Instant deadline = Instant.now().plus(patience);
    while (Instant.now().isBefore(deadline)) {
      if (isTrue(condition)) {
        return Optional.of(Instant.now());
      }
      pause();
    }
    return Optional.empty();
  }

  /** How long it took until the condition held, without the time in which others had to act. */
  static Optional<Duration> spent(
      Duration patience, BooleanSupplier condition, BooleanSupplier others) {
    Duration ours = Duration.ZERO;
    Instant last = Instant.now();
    Instant deadline = last.plus(patience);
    while (last.isBefore(deadline)) {
      boolean holds = isTrue(condition);
      boolean excused = !holds && isTrue(others);
      Instant now = Instant.now();
      ours = excused ? ours : ours.plus(Duration.between(last, now));
      last = now;
      if (holds) {
        return Optional.of(ours);
      }
      pause();
    }
    return Optional.empty();
  }

  /** What a server that is away can't tell is not so. */
  private static boolean isTrue(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (ApiFailure notNow) {
      return false;
    }
  }

  static void pause() {
    try {
      Thread.sleep(GLANCE);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stop);
    }
  }
}
