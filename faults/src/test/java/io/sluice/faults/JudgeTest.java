package io.sluice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.faults.Judge.Aftermath;
import io.sluice.faults.Judge.Evidence;
import io.sluice.faults.Judge.Others;
import io.sluice.faults.Story.LocalUid;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A judge that can't convict is none: each invariant is broken once. */
class JudgeTest {
  private static final Instant EARLY = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATE = EARLY.plusSeconds(10);
  private static final LocalUid SAME = new LocalUid("l", "l");
  private static final Aftermath QUIET =
      new Aftermath(false, Optional.of(Duration.ofSeconds(1)), List.of(), Evidence.NONE);
  private static final Others UNTOUCHED = Others.UNTOUCHED;
  private static final Judge JUDGE = new Judge(Duration.ofSeconds(10));

  @Test
  void findsNothingWhereAllWentWell() {
    assertThat(
            judge(
                Fault.LINK_CUT,
                story(Phase.CREATE, List.of(EARLY), null, null),
                story(Phase.RUN, List.of(EARLY), null, null),
                story(Phase.FINISH, List.of(EARLY), LATE, 42),
                story(Phase.DELETE, List.of(EARLY), LATE, null)))
        .isEmpty();
  }

  @Test
  void findsAPodThatWasMadeTwice() {
    assertThat(judge(Fault.LINK_CUT, story(Phase.RUN, List.of(EARLY, LATE), null, null)))
        .containsExactly("(a) p was created 2 times");
    assertThat(judge(Fault.NODE_DRAINED, story(Phase.RUN, List.of(EARLY, LATE), null, null)))
        .isEmpty();
  }

  @Test
  void findsAPodThatNeverRan() {
    assertThat(judge(Fault.LINK_CUT, story(Phase.CREATE, List.of(), null, null)))
        .containsExactly("(a) p never came to run");
  }

  @Test
  void findsARunningPodThatWasReplacedOrLost() {
    Story replaced = new Story(Phase.RUN, "p", List.of(EARLY), "one", "two", null, SAME, null);
    assertThat(judge(Fault.KUBELET_KILLED, replaced))
        .containsExactly("(a) p was replaced without a loss");
    Story lost =
        new Story(Phase.RUN, "p", List.of(EARLY), "one", null, null, new LocalUid("l", null), null);
    assertThat(judge(Fault.NODE_DRAINED, lost))
        .containsExactly("(a) p disappeared at home", "(a) p disappeared from the provider");
  }

  @Test
  void findsAFinishedPodThatRanAgainOrShowsAnotherExitCode() {
    assertThat(judge(Fault.NODE_DRAINED, story(Phase.FINISH, List.of(EARLY, LATE), EARLY, 0)))
        .containsExactly(
            "(b) p ran again after it had finished", "(c) p ended with 42, shown is 0");
  }

  @Test
  void findsADeletedPodThatCameBack() {
    assertThat(judge(Fault.ANSWERS_LOST, story(Phase.DELETE, List.of(LATE), EARLY, null)))
        .containsExactly("(b) p came back after it was deleted");
  }

  @Test
  void findsWhatIsShownReadyLateOrLeftBehind() {
    Schedule.Step step = step(Fault.LINK_CUT);
    assertThat(
            JUDGE.violations(
                step,
                List.of(),
                new Aftermath(true, Optional.empty(), List.of("pod x"), Evidence.NONE)))
        .containsExactly(
            "(f) shown ready although the provider was away for PT5S",
            "(g) the two sides never agreed again",
            "(h) left behind: pod x");
    assertThat(
            JUDGE.violations(
                step,
                List.of(),
                new Aftermath(
                    false, Optional.of(Duration.ofSeconds(11)), List.of(), Evidence.NONE)))
        .containsExactly("(g) the two sides agreed only after PT11S");
  }

  @Test
  void findsWhatTheRestOfThePlaneShows() {
    assertThat(judge(new Evidence(List.of("p"), 0, 0, List.of(), List.of(), UNTOUCHED)))
        .containsExactly("(e) p waits without a word");
    assertThat(judge(new Evidence(List.of(), 1001, 1000, List.of(), List.of(), UNTOUCHED)))
        .containsExactly("(d) 1001 m promised of 1000 m");
    assertThat(
            judge(new Evidence(List.of(), 0, 0, List.of(), List.of("m has 90 threads"), UNTOUCHED)))
        .containsExactly("(i) m has 90 threads");
  }

  @Test
  void findsWhatBecameOfTheRestOfTheWorkload() {
    assertThat(judge(new Others("before", 1, List.of(), Map.of())))
        .containsExactly("(c) the ConfigMap says 'before' in the provider");
    assertThat(judge(new Others("after", 2, List.of(), Map.of())))
        .containsExactly("(b) the pod of the Job ran 2 times");
    assertThat(judge(new Others("after", 1, List.of("home/standing-0"), Map.of())))
        .containsExactly("(a) home/standing-0 was replaced or lost");
    assertThat(judge(new Others("after", 1, List.of(), Map.of("p", 2, "q", 1))))
        .containsExactly("(g) p was written 2 times after the end");
  }

  @Test
  void whatStandsIsComparedWhereNothingWasLost() {
    Map<String, String> before = Map.of("home/a", "1", "north/a", "2");
    assertThat(Standing.replaced(before, Map.of("home/a", "1", "north/a", "3"), false))
        .containsExactly("north/a");
    assertThat(Standing.replaced(before, Map.of("home/a", "1"), true)).isEmpty();
    assertThat(Standing.replaced(before, Map.of("north/a", "2"), true)).containsExactly("home/a");
  }

  @Test
  void leadersMayChangeButNotTakeTurns() {
    assertThat(judge(new Evidence(List.of(), 0, 0, List.of("a", "b", "a"), List.of(), UNTOUCHED)))
        .isEmpty();
    assertThat(
            judge(new Evidence(List.of(), 0, 0, List.of("a", "b", "a", "b"), List.of(), UNTOUCHED)))
        .containsExactly("(k) two leaders wrote in turns: [a, b, a, b]");
  }

  @Test
  void whatGrowsALittleIsLeftInPeace() {
    Vitals.Vital before = new Vitals.Vital(20, 10, 200_000);
    assertThat(Vitals.compare("m", before, new Vitals.Vital(40, 20, 300_000))).isEmpty();
    assertThat(Vitals.compare("m", before, new Vitals.Vital(60, 40, 900_000))).hasSize(3);
  }

  private static List<String> judge(Evidence evidence) {
    return JUDGE.violations(
        step(Fault.LINK_CUT),
        List.of(),
        new Aftermath(false, Optional.of(Duration.ZERO), List.of(), evidence));
  }

  private static List<String> judge(Others others) {
    return judge(new Evidence(List.of(), 0, 0, List.of(), List.of(), others));
  }

  private static List<String> judge(Fault fault, Story... stories) {
    return JUDGE.violations(step(fault), List.of(stories), QUIET);
  }

  private static Schedule.Step step(Fault fault) {
    return new Schedule.Step(fault, 0, Duration.ofSeconds(5), 42);
  }

  private static Story story(
      Phase phase, List<Instant> creations, @Nullable Instant ended, @Nullable Integer exitCode) {
    return new Story(phase, "p", creations, "r", "r", ended, SAME, exitCode);
  }
}
