package io.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts, what excuses, and what is still to be run. */
class ScoreTest {
  private static final Spec SPEC = new Spec("group", "runs a pod", "");
  private static final Spec EXCUSED = new Spec("group", "restarts the node", "no-node");

  @ParameterizedTest
  @CsvSource({
    "PASSED,  PASSED,  PASSED",
    "PASSED,  FAILED,  FAILED",
    "PASSED,  SKIPPED, FAILED",
    "PASSED,  ,        NOT_RUN",
    "FAILED,  FAILED,  NOT_COUNTED",
    "FAILED,  PASSED,  NOT_COUNTED",
    "SKIPPED, SKIPPED, NOT_COUNTED",
    "FAILED,  ,        NOT_COUNTED",
    ",        PASSED,  NOT_RUN",
  })
  void onlyWhatPassesOnTheBaseLineCounts(
      @Nullable Outcome base, @Nullable Outcome virtual, Line.State state) {
    Line line =
        new Line(
            SPEC,
            base == null ? null : verdict(Side.BASE, SPEC, base, "a"),
            virtual == null ? null : verdict(Side.VIRTUAL, SPEC, virtual, "a"));
    assertThat(line.state()).isEqualTo(state);
  }

  @Test
  void aReasonExcusesAFailureAndIsStillPartOfTheScore() {
    List<Line> lines =
        Line.of(
            List.of(SPEC, EXCUSED),
            List.of(
                verdict(Side.BASE, SPEC, Outcome.PASSED, "a"),
                verdict(Side.VIRTUAL, SPEC, Outcome.PASSED, "a"),
                verdict(Side.BASE, EXCUSED, Outcome.PASSED, "a"),
                verdict(Side.VIRTUAL, EXCUSED, Outcome.FAILED, "a")));
    assertThat(lines.getLast().state()).isEqualTo(Line.State.BY_DESIGN);
    assertThat(Page.of(lines, Map.of("no-node", "there is no node"), "1.36"))
        .contains("| group | 2 | 2 | 1 | 50.0 % | 1 | 0 | 0 |")
        .contains("**no-node**: there is no node")
        .contains("- `restarts the node`: `it says so`")
        .doesNotContain("## Fails\n");
    assertThat(Report.of(lines)).contains("\"reason\" : \"no-node\"");
  }

  @Test
  void everyOtherFailureIsOnThePageWithItsMessage() {
    List<Line> lines =
        Line.of(
            List.of(SPEC),
            List.of(
                verdict(Side.BASE, SPEC, Outcome.PASSED, "a"),
                verdict(Side.VIRTUAL, SPEC, Outcome.FAILED, "a")));
    assertThat(Page.of(lines, Map.of(), "1.36"))
        .contains("## Fails\n\n- `runs a pod`: `it says so`\n");
  }

  @Test
  void theLatestVerdictCountsAndTheBaseLineIsWhatEverPassed() {
    List<Line> lines =
        Line.of(
            List.of(SPEC),
            List.of(
                verdict(Side.BASE, SPEC, Outcome.PASSED, "a"),
                verdict(Side.BASE, SPEC, Outcome.FAILED, "b"),
                verdict(Side.VIRTUAL, SPEC, Outcome.PASSED, "a"),
                verdict(Side.VIRTUAL, SPEC, Outcome.FAILED, "b")));
    assertThat(lines.getFirst().state()).isEqualTo(Line.State.FAILED);
  }

  @Test
  void scoresAreRoundedDown() {
    assertThat(Page.score(999, 1000)).isEqualTo("99.9 %");
    assertThat(Page.score(9999, 10000)).isEqualTo("99.9 %");
    assertThat(Page.score(0, 0)).isEmpty();
  }

  @Test
  void aVirtualNodeIsJudgedAgainForEveryCommitAndWhatFailedComesFirst() {
    Spec fresh = new Spec("group", "new", "");
    Todo todo =
        new Todo(
            List.of(
                verdict(Side.VIRTUAL, SPEC, Outcome.PASSED, "old"),
                verdict(Side.VIRTUAL, EXCUSED, Outcome.FAILED, "old")),
            "now");
    assertThat(todo.of(Side.VIRTUAL, List.of(SPEC, EXCUSED, fresh)))
        .containsExactly(fresh, EXCUSED, SPEC);
    assertThat(new Todo(todo.verdicts(), "old").of(Side.VIRTUAL, List.of(SPEC, EXCUSED))).isEmpty();
  }

  @Test
  void theBaseLineIsJudgedOnceUnlessItFailed() {
    Verdict failed = verdict(Side.BASE, SPEC, Outcome.FAILED, "old");
    assertThat(new Todo(List.of(failed), "now").of(Side.BASE, List.of(SPEC))).containsExactly(SPEC);
    assertThat(new Todo(List.of(failed, failed), "now").of(Side.BASE, List.of(SPEC))).isEmpty();
    Verdict passed = verdict(Side.BASE, SPEC, Outcome.PASSED, "old");
    assertThat(new Todo(List.of(passed), "now").of(Side.BASE, List.of(SPEC))).isEmpty();
  }

  @Test
  void whatFailsOnTheBaseLineIsNotTriedOnTheVirtualNode() {
    Todo todo = new Todo(List.of(verdict(Side.BASE, SPEC, Outcome.FAILED, "a")), "a");
    assertThat(todo.of(Side.VIRTUAL, List.of(SPEC))).isEmpty();
  }

  private static Verdict verdict(Side side, Spec spec, Outcome outcome, String commit) {
    String message = outcome == Outcome.PASSED ? "" : "it says so";
    return new Verdict(commit, side, spec.name(), outcome, message, 1);
  }
}
