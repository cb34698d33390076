package io.sluice.translate.place;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelSelectorsTest {
  private static final Map<String, String> GOLD = Map.of("tier", "gold", "site", "turin");

  @Test
  void anEmptySelectorSelectsAll() {
    assertThat(LabelSelectors.matches(new LabelSelector(), Map.of())).isTrue();
  }

  @Test
  void allPartsHoldTogether() {
    LabelSelector selector =
        new LabelSelectorBuilder()
            .addToMatchLabels("tier", "gold")
            .addNewMatchExpression()
            .withKey("site")
            .withOperator("In")
            .withValues("milan")
            .endMatchExpression()
            .build();

    assertThat(LabelSelectors.matches(selector, GOLD)).isFalse();
    assertThat(LabelSelectors.matches(selector, Map.of("tier", "gold", "site", "milan"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "tier, In, gold, true",
    "tier, In, silver, false",
    "other, In, gold, false",
    "tier, NotIn, gold, false",
    "tier, NotIn, silver, true",
    "other, NotIn, gold, true",
    "tier, Exists, , true",
    "other, Exists, , false",
    "tier, DoesNotExist, , false",
    "other, DoesNotExist, , true",
    "tier, Near, gold, false"
  })
  void eachOperator(String key, String operator, String value, boolean selected) {
    LabelSelector selector =
        new LabelSelectorBuilder()
            .addNewMatchExpression()
            .withKey(key)
            .withOperator(operator)
            .withValues(value == null ? List.of() : List.of(value))
            .endMatchExpression()
            .build();

    assertThat(LabelSelectors.matches(selector, GOLD)).isEqualTo(selected);
  }
}
