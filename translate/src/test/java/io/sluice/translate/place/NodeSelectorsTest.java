package io.sluice.translate.place;

import static io.sluice.translate.place.Terms.fields;
import static io.sluice.translate.place.Terms.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.sluice.translate.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeSelectorsTest {
  private static final Map<String, String> LABELS =
      Map.of("region", "eu", "size", "10", "mixed", "10a", "empty", "");

  @ParameterizedTest
  @CsvSource({
    "region In eu us, true",
    "region In us, false",
    "zone In a, false",
    "region NotIn us, true",
    "region NotIn eu, false",
    "zone NotIn a, true",
    "region Exists, true",
    "zone Exists, false",
    "empty Exists, true",
    "zone DoesNotExist, true",
    "region DoesNotExist, false",
    "size Gt 9, true",
    "size Gt 10, false",
    "size Lt 11, true",
    "size Lt 10, false",
    "mixed Gt 1, false",
    "mixed Lt 99, false",
    "zone Gt 1, false",
    "zone Lt 1, false",
  })
  void evaluatesOneRequirement(String requirement, boolean matches) {
    assertThat(matches(term(requirement))).isEqualTo(Outcome.ok(matches));
  }

  @Test
  void requirementsOfATermHoldTogetherAndTermsAreAlternatives() {
    assertThat(matches(term("region In eu", "size Gt 5"))).isEqualTo(Outcome.ok(true));
    assertThat(matches(term("region In eu", "size Gt 50"))).isEqualTo(Outcome.ok(false));
    assertThat(matches(term("region In us"), term("size Exists"))).isEqualTo(Outcome.ok(true));
  }

  @Test
  void anEmptyTermAndNoTermMatchNothing() {
    assertThat(matches(term())).isEqualTo(Outcome.ok(false));
    assertThat(matches()).isEqualTo(Outcome.ok(false));
  }

  @Test
  void selectsByNodeName() {
    assertThat(matches(fields("metadata.name In milan"))).isEqualTo(Outcome.ok(true));
    assertThat(matches(fields("metadata.name In rome"))).isEqualTo(Outcome.ok(false));
    assertThat(matches(fields("metadata.name NotIn milan"))).isEqualTo(Outcome.ok(false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "region In", "region NotIn", "region Exists eu", "region DoesNotExist eu", "size Gt",
        "size Gt 1 2", "size Gt many", "size Gt 99999999999999999999", "size Gt ١",
            "region Like eu",
        "bad key! In a", "/x In a", "a/b/c In a", "region In -bad-", "UPPER.example/x In a"
      })
  void anInvalidRequirementFailsTheWholeSelector(String requirement) {
    assertThat(matches(term("region Exists"), term(requirement.replace("bad key!", "bad!"))))
        .isInstanceOf(Outcome.Failed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"metadata.uid In a", "metadata.name Exists", "metadata.name In a b"})
  void onlyTheNameIsAFieldWithOneValue(String requirement) {
    assertThat(matches(fields(requirement))).isInstanceOf(Outcome.Failed.class);
  }

  private static Outcome<Boolean> matches(NodeSelectorTerm... terms) {
    return NodeSelectors.matches(List.of(terms), "milan", LABELS);
  }
}
