package io.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The frozen list. */
class SpecsTest {
  private final List<Spec> specs = Specs.frozen();

  @Test
  void namesEverySpecOnce() {
    assertThat(specs.stream().map(Spec::name)).doesNotHaveDuplicates();
    assertThat(specs.stream().map(Spec::group).distinct())
        .containsExactly(
            "streams", "sig-node", "sig-storage", "sig-cli", "sig-network", "sig-apps");
  }

  @Test
  void everyReasonIsInTheTableAndEveryOneInTheTableIsUsed() {
    Map<String, String> reasons = Specs.reasons();
    Set<String> used =
        specs.stream()
            .map(Spec::reason)
            .filter(reason -> !reason.isEmpty())
            .collect(Collectors.toSet());
    assertThat(used).isEqualTo(reasons.keySet());
  }

  @Test
  void theFocusOfAShardMatchesItsSpecsAndNoOthers() {
    for (Spec spec : specs) {
      Pattern focus = Pattern.compile(Suite.focus(List.of(spec)));
      assertThat(specs.stream().filter(it -> focus.matcher("Suite " + it.name()).find()))
          .containsExactly(spec);
    }
  }

  @Test
  void whatDisturbsOthersRunsAlone() {
    assertThat(new Spec("g", "[sig-node] Taints [Serial] evicts", "").alone()).isTrue();
    assertThat(new Spec("g", "[sig-node] Pods run", "").alone()).isFalse();
  }

  @Test
  void specsAreChosenByRegularExpressions() {
    List<Spec> some =
        List.of(new Spec("g", "a exec", ""), new Spec("g", "b exec", ""), new Spec("g", "c", ""));
    assertThat(Main.choose(some, "", "")).hasSize(3);
    assertThat(Main.choose(some, "exec$", "^b")).extracting(Spec::name).containsExactly("a exec");
  }
}
