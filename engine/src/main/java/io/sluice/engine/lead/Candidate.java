package io.sluice.engine.lead;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rules of leader election, without I/O. Another's lease counts as expired only when *we* have
 * watched it unchanged for its whole duration on our monotonic clock: the times written in it are
 * never compared with ours, so skewed clocks can't make two leaders (T-41).
 */
final class Candidate {
  /**
   * What is known of the lease: its version, its holder (empty when released), how often it moved.
   */
  record Seen(String version, String holder, Duration duration, int transitions) {}

  /** What to do next. */
  enum Move {
    /** Ours: write a new renew time. */
    RENEW,
    /** Free, expired or not there: take it. */
    TAKE,
    /** Somebody else's: look again later. */
    WAIT
  }

  private final String identity;
  private @Nullable String version;
  private long observed;

  Candidate(String identity) {
    this.identity = identity;
  }

  /** Decides from the lease as just read, null when there is none. */
  Move decide(@Nullable Seen lease, long nanoTime) {
    if (lease == null || lease.holder().isEmpty()) {
      return Move.TAKE;
    }
    if (!lease.version().equals(version)) {
      version = lease.version();
      observed = nanoTime;
    }
    if (lease.holder().equals(identity)) {
      return Move.RENEW;
    }
    return nanoTime - observed > lease.duration().toNanos() ? Move.TAKE : Move.WAIT;
  }
}
