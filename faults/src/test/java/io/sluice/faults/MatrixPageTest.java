package io.sluice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MatrixPageTest {
  @Test
  void showsOnlyWhatTheNewestCodeDid() {
    String page =
        MatrixPage.of(
            List.of(
                result("old", 0, "(g) the two sides never agreed again"),
                result("new", 0),
                result("new", 1),
                result("new", 2)));
    assertThat(page)
        .contains("on commit new", "3 faults so far, 0 with a violation")
        .contains("| " + Fault.LINK_CUT.words + " |  | 0/3 |  |  | 0.1 | 0.1 |")
        .doesNotContain("never agreed");
  }

  @Test
  void namesWhatWasViolatedAndLeavesCellsOfFewHitsEmpty() {
    String page = MatrixPage.of(List.of(result("new", 7, "(a) lost")));
    assertThat(page)
        .contains("| " + Fault.LINK_CUT.words + " |  |  |  |  | 0.1 | 0.1 |")
        .contains("- " + Fault.LINK_CUT.words + ", seed 1, run 7, commit new: (a) lost");
  }

  private static Result result(String commit, int run, String... violations) {
    return new Result(commit, 1, run, Fault.LINK_CUT, List.of(Phase.RUN), 100, List.of(violations));
  }
}
