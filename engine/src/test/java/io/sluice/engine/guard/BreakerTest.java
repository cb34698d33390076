package io.sluice.engine.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** D-21, T-22. */
class BreakerTest {
  private final AtomicLong now = new AtomicLong();
  private final Breaker breaker =
      new Breaker(new Breaker.Limits(Duration.ofMinutes(1), 3, 50), now::get);

  @Test
  void letsAFewGoHoweverFewThereAre() {
    assertThat(breaker.permits(3)).isTrue();
    assertThat(breaker.permits(2)).isTrue();
    assertThat(breaker.permits(1)).isTrue();
    assertThat(breaker.tripped()).isNull();
  }

  @Test
  void tripsWhenMoreThanTheShareWouldGoWithinTheWindow() {
    for (int left = 10; left > 5; left--) {
      assertThat(breaker.permits(left)).isTrue();
    }
    assertThat(breaker.permits(5)).isFalse();
    assertThat(breaker.tripped()).isEqualTo("6 of 10 objects would have been deleted within 60 s");
    assertThat(breaker.permits(1000)).as("until somebody resumes it").isFalse();
  }

  @Test
  void countsWhatIsReplacedAgainstWhatWasThere() {
    for (int gone = 0; gone < 5; gone++) {
      assertThat(breaker.permitsReplacing(10)).isTrue();
    }
    assertThat(breaker.permitsReplacing(10)).isFalse();
    assertThat(breaker.tripped()).isEqualTo("6 of 10 objects would have been deleted within 60 s");
  }

  @Test
  void permitsAnyNumberWhenItTakesItsTime() {
    for (int left = 100; left > 0; left--) {
      assertThat(breaker.permits(left)).isTrue();
      now.addAndGet(Duration.ofSeconds(61).toNanos());
    }
  }

  @Test
  void goesOnAfterAPersonResumedIt() {
    breaker.trip("the Node object vanished");
    assertThat(breaker.permits(100)).isFalse();
    breaker.resume();
    assertThat(breaker.permits(100)).isTrue();
  }

  @Test
  void permitsNothingUntilItIsKnownWhatAnEarlierProcessHeld() {
    Breaker next = Breaker.unsettled(Breaker.Limits.DEFAULT);
    assertThat(next.permits(100)).isFalse();
    next.settle(null);
    assertThat(next.permits(100)).isTrue();

    Breaker held = Breaker.unsettled(Breaker.Limits.DEFAULT);
    held.settle("as before");
    assertThat(held.permits(100)).isFalse();
    assertThat(held.tripped()).isEqualTo("as before");
  }

  @Test
  void tellsOnceThatItTripped() {
    AtomicLong told = new AtomicLong();
    breaker.listen(told::incrementAndGet);
    breaker.trip("first");
    breaker.trip("second");
    assertThat(breaker.tripped()).isEqualTo("first");
    assertThat(told).hasValue(1);
  }
}
