package io.sluice.translate.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class TreesTest {
  record Case(String name, Object there, Object wanted, boolean included) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Case> CASES =
      List.of(
          new Case("equal scalars", "a", "a", true),
          new Case("different scalars", "a", "b", false),
          new Case("numbers of other types", 1L, 1, true),
          new Case("foreign keys are ignored", Map.of("a", 1, "b", 2), Map.of("a", 1), true),
          new Case("a missing key is not", Map.of("b", 2), Map.of("a", 1), false),
          new Case(
              "defaults inside list elements",
              List.of(Map.of("a", 1, "d", 0)),
              List.of(Map.of("a", 1)),
              true),
          new Case("a longer list differs", List.of(1, 2), List.of(1), false),
          new Case("order of a list counts", List.of(1, 2), List.of(2, 1), false),
          new Case("empty is satisfied by absence", Map.of(), Map.of("a", List.of()), true),
          new Case(
              "emptied is not satisfied by content",
              Map.of("a", List.of(1)),
              Map.of("a", List.of()),
              false));

  @ParameterizedTest
  @FieldSource("CASES")
  void comparesOnlyWhatIsWanted(Case given) {
    assertThat(Trees.includes(given.there(), given.wanted())).isEqualTo(given.included());
  }

  @Test
  void absentIsNotIncludedWhereSomethingIsWanted() {
    assertThat(Trees.includes(null, "a")).isFalse();
    assertThat(Trees.includes(null, Map.of("a", Map.of()))).isTrue();
  }
}
