package io.sluice.manager.provider.sharing;

import io.sluice.api.authentication.ResourceSlice;
import io.sluice.engine.work.Backoff;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Ledger;
import io.sluice.translate.share.Publishing;
import io.sluice.translate.share.Publishing.Published;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * When slices were last written and since when each should say something else. All are written in
 * the same round: promises from different moments would not fit together, and the sum would exceed
 * what is there until the slowest was written. Nothing of this outlives the process: a successor
 * may write at once.
 */
final class Book {
  /** A slice with all that its status should say. */
  record Line(ResourceSlice slice, Offer offer, Amounts wanted) {
    String id() {
      return slice.getMetadata().getUid();
    }

    Amounts published() {
      return slice.getStatus() == null
          ? Amounts.NONE
          : Amounts.ofValid(slice.getStatus().resources());
    }
  }

  private static final class Memory {
    private Instant differsSince = Instant.MAX;
    private Instant notBefore = Instant.EPOCH;
    private int failures;
  }

  private final Map<String, Memory> memories = new HashMap<>();
  private final Set<String> written = new HashSet<>();
  private Instant lastRound = Instant.EPOCH;

  void forgetAllBut(Set<String> ids) {
    memories.keySet().retainAll(ids);
  }

  /** All slices as the ledger wants them, with what was written in this round already. */
  List<Ledger.Entry> entries(Collection<Line> lines, Instant now) {
    List<Ledger.Entry> entries = new ArrayList<>();
    for (Line line : lines) {
      Memory memory = memory(line);
      if (line.wanted().sameAs(line.published())) {
        memory.differsSince = Instant.MAX;
      } else if (memory.differsSince.equals(Instant.MAX)) {
        memory.differsSince = now;
      }
      Instant since = memory.differsSince.equals(Instant.MAX) ? now : memory.differsSince;
      Instant at = written.contains(line.id()) ? now : later(lastRound, memory.notBefore);
      entries.add(
          new Ledger.Entry(
              line.id(),
              new Published(line.published(), at),
              line.wanted(),
              since,
              !line.offer().standsIn(line.slice().getStatus())));
    }
    return entries;
  }

  void written(Line line) {
    memory(line).failures = 0;
    written.add(line.id());
  }

  /** Keeps the slice back for its back-off; the others go on. */
  void failed(Line line, Instant now) {
    Memory memory = memory(line);
    memory.failures++;
    memory.notBefore = now.plus(Backoff.KEYS.jittered(memory.failures)).minus(Publishing.PACE);
    written.add(line.id());
  }

  void endRound(Instant now) {
    if (!written.isEmpty()) {
      lastRound = now;
      written.clear();
    }
  }

  private Memory memory(Line line) {
    return memories.computeIfAbsent(line.id(), id -> new Memory());
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
