package io.sluice.translate.share;

import io.sluice.translate.share.Publishing.Published;
import io.sluice.translate.share.Publishing.Verdict;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order in which promises are written, so that at no moment more is promised than there is
 * (D-15): what one slice loses is written before another one gets it.
 */
public final class Ledger {
  private Ledger() {}

  /**
   * One slice in the book.
   *
   * @param published what stands in its status
   * @param wanted what should
   * @param differsSince when that first was so
   * @param overdue whether something else of its status has to be written as well
   */
  public record Entry(
      String slice, Published published, Amounts wanted, Instant differsSince, boolean overdue) {}

  /** The next thing to do. */
  public sealed interface Step {
    /** Nothing until something changes. */
    record Rest() implements Step {}

    record Write(String slice, Amounts amounts) implements Step {}

    record Wait(Instant until) implements Step {}
  }

  /**
   * The next write; after it the caller asks again with what it then knows to be written, because a
   * decrease that failed leaves nothing to give away.
   *
   * @param ceiling what all promises together may not exceed; null when everybody is promised
   *     everything
   */
  public static Step next(List<Entry> entries, @Nullable Amounts ceiling, Instant now) {
    List<Entry> losersFirst =
        entries.stream()
            .sorted(Comparator.comparing(Ledger::onlyGains).thenComparing(Entry::slice))
            .toList();
    @Nullable Instant earliest = null;
    for (Entry entry : losersFirst) {
      Instant due = due(entry, now).orElse(null);
      if (due != null && !due.isAfter(now)) {
        Amounts target = within(entry, entries, ceiling);
        if (entry.overdue() || !target.sameAs(entry.published().amounts())) {
          return new Step.Write(entry.slice(), target);
        }
      } else if (due != null && (earliest == null || due.isBefore(earliest))) {
        earliest = due;
      }
    }
    return earliest == null ? new Step.Rest() : new Step.Wait(earliest);
  }

  private static Optional<Instant> due(Entry entry, Instant now) {
    if (entry.overdue()) {
      return Optional.of(entry.published().at().plus(Publishing.PACE));
    }
    return switch (Publishing.decide(
        entry.published(), entry.wanted(), entry.differsSince(), now)) {
      case Verdict.Nothing _ -> Optional.empty();
      case Verdict.Now _ -> Optional.of(now);
      case Verdict.Later(Instant at) -> Optional.of(at);
    };
  }

  private static boolean onlyGains(Entry entry) {
    Amounts published = entry.published().amounts();
    return published.names().stream()
        .allMatch(name -> entry.wanted().get(name).compareTo(published.get(name)) >= 0);
  }

  /** The wanted amounts, raised no further than what nobody holds at the moment. */
  private static Amounts within(Entry entry, List<Entry> entries, @Nullable Amounts ceiling) {
    if (ceiling == null) {
      return entry.wanted();
    }
    Amounts target = Amounts.NONE;
    for (String name : entry.wanted().names()) {
      BigDecimal held = entry.published().amounts().get(name);
      BigDecimal room = ceiling.get(name);
      for (Entry other : entries) {
        room = room.subtract(other.published().amounts().get(name));
      }
      BigDecimal most = held.add(room.max(BigDecimal.ZERO));
      target = target.with(name, entry.wanted().get(name).min(most));
    }
    return target;
  }
}
