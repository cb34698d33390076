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
      try {
        if (condition.getAsBoolean()) {
          return Optional.of(Instant.now());
        }
      } catch (ApiFailure notNow) {
        // asked again below
      }
      pause();
    }
    return Optional.empty();
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
