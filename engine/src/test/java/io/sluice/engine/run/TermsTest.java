package io.sluice.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TermsTest {
  private final List<String> told = new ArrayList<>();
  private int term;

  @Test
  void eachTermHasControllersOfItsOwnAndEndsThemInReverse() {
    Terms terms = new Terms(this::two);
    terms.started(1);
    terms.stopped();
    terms.started(2);
    assertThat(told)
        .containsExactly("1a starts", "1b starts", "1b ends", "1a ends", "2a starts", "2b starts");
  }

  @Test
  void oneThatFailsToEndNeitherKeepsOthersRunningNorComesBack() {
    Terms terms = new Terms(() -> List.of(named("a", false), named("b", true)));
    terms.started(1);
    terms.stopped();
    assertThat(told).containsExactly("a starts", "b starts", "b ends", "a ends");
    told.clear();
    terms.started(2);
    assertThat(told).containsExactly("a starts", "b starts");
  }

  private List<Controller> two() {
    term++;
    return List.of(named(term + "a", false), named(term + "b", false));
  }

  private Controller named(String name, boolean failing) {
    return new Controller() {
      @Override
      public void start() {
        told.add(name + " starts");
      }

      @Override
      public void close() {
        told.add(name + " ends");
        if (failing) {
          throw new IllegalStateException("does not end");
        }
      }
    };
  }
}
