package io.sluice.translate.place;

import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import java.util.List;

/** Short forms of selector terms: {@code "zone In a b"}. */
final class Terms {
  private Terms() {}

  static NodeSelectorTerm term(String... requirements) {
    return new NodeSelectorTermBuilder()
        .withMatchExpressions(List.of(requirements).stream().map(Terms::requirement).toList())
        .build();
  }

  static NodeSelectorTerm fields(String... requirements) {
    return new NodeSelectorTermBuilder()
        .withMatchFields(List.of(requirements).stream().map(Terms::requirement).toList())
        .build();
  }

  static NodeSelectorRequirement requirement(String text) {
    List<String> words = List.of(text.split(" ", -1));
    return new NodeSelectorRequirementBuilder()
        .withKey(words.get(0))
        .withOperator(words.get(1))
        .withValues(words.subList(2, words.size()))
        .build();
  }
}
