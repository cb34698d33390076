package io.sluice.translate.share;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/**
 * When a new promise is written (D-15): less at once, more than a hundredth at once, small
 * increases may wait for others, and never two writes within {@link #PACE}.
 */
public final class Publishing {
  private Publishing() {}

  public static final Duration PACE = Duration.ofSeconds(2);
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /** What stands in the slice's status, and since when. */
  public record Published(Amounts amounts, Instant at) {}

  public sealed interface Verdict {
    record Nothing() implements Verdict {}

    record Now() implements Verdict {}

    record Later(Instant at) implements Verdict {}
  }

  /**
   * @param differsSince when the wanted amounts first differed from the published ones
   */
  public static Verdict decide(
      Published published, Amounts wanted, Instant differsSince, Instant now) {
    if (wanted.sameAs(published.amounts())) {
      return new Verdict.Nothing();
    }
    Instant due = published.at().plus(PACE);
    if (!isUrgent(published.amounts(), wanted)) {
      Instant patient = differsSince.plus(PATIENCE);
      due = patient.isAfter(due) ? patient : due;
    }
    return due.isAfter(now) ? new Verdict.Later(due) : new Verdict.Now();
  }

  private static boolean isUrgent(Amounts old, Amounts wanted) {
    if (!old.names().equals(wanted.names())) {
      return true;
    }
    Set<String> names = new TreeSet<>(old.names());
    names.removeIf(name -> !isUrgent(old.get(name), wanted.get(name)));
    return !names.isEmpty();
  }

  private static boolean isUrgent(BigDecimal old, BigDecimal wanted) {
    BigDecimal growth = wanted.subtract(old);
    return growth.signum() < 0
        || (growth.signum() > 0 && growth.multiply(HUNDRED).compareTo(old) >= 0);
  }
}
