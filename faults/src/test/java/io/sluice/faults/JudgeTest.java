package io.sluice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.faults.Judge.Aftermath;
import io.sluice.faults.Story.LocalUid;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A judge that can't convict is none: each invariant is broken once. */
class JudgeTest {
  private static final Instant EARLY = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATE = EARLY.plusSeconds(10);
  private static final LocalUid SAME = new LocalUid("l", "l");
  private static final Aftermath QUIET =
      new Aftermath(false, Optional.of(Duration.ofSeconds(1)), List.of());
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
                step, List.of(), new Aftermath(true, Optional.empty(), List.of("pod x"))))
        .containsExactly(
            "(f) shown ready although the provider was away for PT5S",
            "(g) the two sides never agreed again",
            "(h) left behind: pod x");
    assertThat(
            JUDGE.violations(
                step,
                List.of(),
                new Aftermath(false, Optional.of(Duration.ofSeconds(11)), List.of())))
        .containsExactly("(g) the two sides agreed only after PT11S");
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
