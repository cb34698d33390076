package io.sluice.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=b | a In [b]",
        "a==b | a In [b]",
        "x.io/a!=b | x.io/a NotIn [b]",
        "a | a Exists []",
        "!a | a DoesNotExist []",
        "a in (b, c) | a In [b, c]",
        "a notin (b) | a NotIn [b]",
      })
  void eachPartIsARequirement(String text, String expected) {
    assertThat(said(Selectors.nodes(List.of(text)), 0)).containsExactly(expected);
  }

  @Test
  void commasJoinAndRepetitionsAreAlternatives() {
    NodeSelector both = Selectors.nodes(List.of("a=b,c in (d,e)", "f"));

    assertThat(said(both, 0)).containsExactly("a In [b]", "c In [d, e]");
    assertThat(said(both, 1)).containsExactly("f Exists []");
    assertThat(Selectors.nodes(List.of())).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "=b", "a of (b)", "a in ()", ",", "a=b,,c"})
  void whatIsNotUnderstoodIsSaid(String text) {
    assertThatThrownBy(() -> Selectors.nodes(List.of(text)))
        .isInstanceOf(Trouble.class)
        .hasMessageContaining("is not understood");
  }

  private static List<String> said(@Nullable NodeSelector selector, int term) {
    return Objects.requireNonNull(selector)
        .getNodeSelectorTerms()
        .get(term)
        .getMatchExpressions()
        .stream()
        .map(SelectorsTest::said)
        .toList();
  }

  private static String said(NodeSelectorRequirement part) {
    return part.getKey() + " " + part.getOperator() + " " + part.getValues();
  }
}
