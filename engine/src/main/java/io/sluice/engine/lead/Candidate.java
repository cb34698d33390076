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
  private @Nullable Seen last;
  private long observed;

  Candidate(String identity) {
    this.identity = identity;
  }

  /** Decides from the lease as just read, null when there is none. */
  Move decide(@Nullable Seen lease, long nanoTime) {
    Seen known = last;
    if (lease == null) {
      // Anyone may delete the object, but its holder believes in it until its own deadline.
      return known == null || !isAnothers(known) || isOver(known, nanoTime) ? Move.TAKE : Move.WAIT;
    }
    if (known == null || !lease.version().equals(known.version())) {
      last = lease;
      observed = nanoTime;
    }
    if (lease.holder().isEmpty()) {
      return Move.TAKE;
    }
    if (!isAnothers(lease)) {
      return Move.RENEW;
    }
    return isOver(lease, nanoTime) ? Move.TAKE : Move.WAIT;
  }

  /** The epoch under which the lease would be held now; it never goes back while we look on. */
  int epoch() {
    Seen known = last;
    if (known == null) {
      return 0;
    }
    return known.holder().equals(identity) ? known.transitions() : known.transitions() + 1;
  }

  private boolean isAnothers(Seen lease) {
    return !lease.holder().isEmpty() && !lease.holder().equals(identity);
  }

  private boolean isOver(Seen lease, long nanoTime) {
    return nanoTime - observed > lease.duration().toNanos();
  }
}
