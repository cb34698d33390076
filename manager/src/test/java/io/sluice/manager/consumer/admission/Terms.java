package io.sluice.manager.consumer.admission;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import java.util.List;
import java.util.stream.IntStream;

/** Short forms of selector terms: {@code "zone In a b"}, fields with a leading {@code @}. */
final class Terms {
  private Terms() {}

  static NodeSelector selector(NodeSelectorTerm... terms) {
    return new NodeSelector(List.of(terms));
  }

  static NodeSelectorTerm term(String... requirements) {
    return new NodeSelectorTermBuilder()
        .withMatchExpressions(
            List.of(requirements).stream()
                .filter(text -> !text.startsWith("@"))
                .map(Terms::requirement)
                .toList())
        .withMatchFields(
            List.of(requirements).stream()
                .filter(text -> text.startsWith("@"))
                .map(text -> requirement(text.substring(1)))
                .toList())
        .build();
  }

  /** So many terms with so many requirements each, none equal to another. */
  static NodeSelectorTerm[] many(String prefix, int terms, int requirements) {
    return IntStream.range(0, terms)
        .mapToObj(
            term ->
                term(
                    IntStream.range(0, requirements)
                        .mapToObj(each -> prefix + term + "-" + each + " In a b c")
                        .toArray(String[]::new)))
        .toArray(NodeSelectorTerm[]::new);
  }

  private static NodeSelectorRequirement requirement(String text) {
    List<String> words = List.of(text.split(" ", -1));
    return new NodeSelectorRequirementBuilder()
        .withKey(words.get(0))
        .withOperator(words.get(1))
        .withValues(words.subList(2, words.size()))
        .build();
  }
}
