package io.sluice.engine.lead;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.engine.lead.Candidate.Move;
import io.sluice.engine.lead.Candidate.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** T-41: expiry is observed, never computed from the other's clock. */
class CandidateTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private final Candidate candidate = new Candidate("me");

  @Test
  void takesALeaseThatIsAbsentOrReleased() {
    assertThat(candidate.decide(null, 0)).isEqualTo(Move.TAKE);
    assertThat(candidate.decide(held("1", ""), 0)).isEqualTo(Move.TAKE);
  }

  @Test
  void renewsItsOwn() {
    assertThat(candidate.decide(held("1", "me"), 0)).isEqualTo(Move.RENEW);
  }

  @Test
  void waitsAWholeDurationOfItsOwnObservationBeforeTaking() {
    assertThat(candidate.decide(held("7", "other"), 1_000 * SECOND)).isEqualTo(Move.WAIT);
    assertThat(candidate.decide(held("7", "other"), 1_014 * SECOND)).isEqualTo(Move.WAIT);
    assertThat(candidate.decide(held("7", "other"), 1_016 * SECOND)).isEqualTo(Move.TAKE);
  }

  @Test
  void startsCountingAnewWhenTheOtherRenews() {
    candidate.decide(held("7", "other"), 0);
    assertThat(candidate.decide(held("8", "other"), 14 * SECOND)).isEqualTo(Move.WAIT);
    assertThat(candidate.decide(held("8", "other"), 28 * SECOND)).isEqualTo(Move.WAIT);
    assertThat(candidate.decide(held("8", "other"), 30 * SECOND)).isEqualTo(Move.TAKE);
  }

  @Test
  void trustsADeletedLeaseAsLongAsItsHolderMay() {
    candidate.decide(held("7", "other"), 0);
    assertThat(candidate.decide(null, 14 * SECOND)).isEqualTo(Move.WAIT);
    assertThat(candidate.decide(null, 16 * SECOND)).isEqualTo(Move.TAKE);
  }

  @Test
  void countsEpochsOnFromWhatItSaw() {
    assertThat(candidate.epoch()).isZero();
    candidate.decide(held("7", "other"), 0);
    assertThat(candidate.epoch()).isEqualTo(4);
    candidate.decide(null, SECOND);
    assertThat(candidate.epoch()).isEqualTo(4);
    candidate.decide(new Seen("9", "me", Duration.ofSeconds(15), 4), 2 * SECOND);
    assertThat(candidate.epoch()).isEqualTo(4);
  }

  private static Seen held(String version, String holder) {
    return new Seen(version, holder, Duration.ofSeconds(15), 3);
  }
}
