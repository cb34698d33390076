package io.sluice.translate.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.translate.share.Ledger.Entry;
import io.sluice.translate.share.Ledger.Step;
import io.sluice.translate.share.Publishing.Published;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Amounts NINETY = Amounts.of("pods", 90);

  @Test
  void whatOneLosesIsWrittenBeforeAnotherGetsIt() {
    List<Entry> entries = List.of(entry("a", 45, 50, 60), entry("b", 45, 40, 60));

    assertThat(Ledger.next(entries, NINETY, T0)).isEqualTo(write("b", 40));
    assertThat(Ledger.next(List.of(entries.get(0), entry("b", 40, 40, 0)), NINETY, T0))
        .isEqualTo(write("a", 50));
  }

  @Test
  void nobodyGetsWhatThePaceKeepsAnotherFromLosing() {
    List<Entry> entries = List.of(entry("a", 45, 50, 60), entry("b", 45, 40, 1));

    assertThat(Ledger.next(entries, NINETY, T0)).isEqualTo(new Step.Wait(T0.plusSeconds(1)));
  }

  @Test
  void whatIsFreeIsGivenAtOnceAndTheRestLater() {
    List<Entry> entries = List.of(entry("a", 0, 45, 60), entry("b", 60, 45, 1));

    assertThat(Ledger.next(entries, NINETY, T0)).isEqualTo(write("a", 30));
  }

  @Test
  void aPoolThatShrankIsWrittenEvenWhileTooMuchIsPromised() {
    List<Entry> entries = List.of(entry("a", 45, 10, 60), entry("b", 45, 12, 60));
    Amounts ceiling = Amounts.of("pods", 22);

    assertThat(Ledger.next(entries, ceiling, T0)).isEqualTo(write("a", 10));
  }

  @Test
  void somethingElseInTheStatusIsWrittenWithThePaceOfAll() {
    Entry early = new Entry("a", published(90, 1), NINETY, T0, true);
    Entry late = new Entry("a", published(90, 2), NINETY, T0, true);

    assertThat(Ledger.next(List.of(early), NINETY, T0)).isEqualTo(new Step.Wait(T0.plusSeconds(1)));
    assertThat(Ledger.next(List.of(late), NINETY, T0)).isEqualTo(write("a", 90));
  }

  @Test
  void withoutACeilingEverybodyGetsWhatItShould() {
    List<Entry> entries = List.of(entry("a", 0, 90, 60), entry("b", 90, 90, 60));

    assertThat(Ledger.next(entries, null, T0)).isEqualTo(write("a", 90));
  }

  @Test
  void nothingIsWrittenTwice() {
    assertThat(Ledger.next(List.of(entry("a", 90, 90, 60)), NINETY, T0)).isEqualTo(new Step.Rest());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void noOrderOfWritesEverPromisesMoreThanThereIs(long seed) {
    Random random = new Random(seed);
    Map<String, Published> book = new TreeMap<>();
    List.of("a", "b", "c").forEach(slice -> book.put(slice, published(0, 60)));
    Instant now = T0;
    for (int round = 0; round < 300; round++) {
      Map<String, Amounts> wanted = new TreeMap<>();
      long left = 90;
      for (String slice : book.keySet()) {
        long share = random.nextLong(left + 1);
        wanted.put(slice, Amounts.of("pods", share));
        left -= share;
      }
      now = now.plusMillis(random.nextLong(3000));
      settle(book, wanted, now);
      long sum = book.values().stream().mapToLong(LedgerTest::pods).sum();
      assertThat(sum).as("seed %d round %d", seed, round).isLessThanOrEqualTo(90);
    }
  }

  private static void settle(
      Map<String, Published> book, Map<String, Amounts> wanted, Instant now) {
    while (true) {
      List<Entry> entries = new ArrayList<>();
      wanted.forEach(
          (slice, amounts) -> entries.add(new Entry(slice, at(book, slice), amounts, now, false)));
      if (!(Ledger.next(entries, NINETY, now) instanceof Step.Write(var slice, var amounts))) {
        return;
      }
      book.put(slice, new Published(amounts, now));
      long sum = book.values().stream().mapToLong(LedgerTest::pods).sum();
      assertThat(sum).isLessThanOrEqualTo(90);
    }
  }

  private static Published at(Map<String, Published> book, String slice) {
    return book.getOrDefault(slice, published(0, 60));
  }

  private static long pods(Published published) {
    return published.amounts().get("pods").longValueExact();
  }

  private static Entry entry(String slice, long published, long wanted, long writtenAgo) {
    return new Entry(
        slice,
        published(published, writtenAgo),
        Amounts.of("pods", wanted),
        T0.minusSeconds(20),
        false);
  }

  private static Published published(long pods, long ago) {
    return new Published(Amounts.of("pods", pods), T0.minusSeconds(ago));
  }

  private static Step write(String slice, long pods) {
    return new Step.Write(slice, Amounts.of("pods", pods));
  }
}
