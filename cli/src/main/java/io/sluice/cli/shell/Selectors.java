package io.sluice.cli.shell;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Label selectors as people write them: {@code a=b,c!=d,e,!f,g in (h,i)}. */
public final class Selectors {
  private static final String OUTSIDE_OF_PARENTHESES = ",(?![^(]*\\))";

  private Selectors() {}

  /** One term for each text: any of them may match, each of its parts must. */
  public static @Nullable NodeSelector nodes(List<String> texts) {
    if (texts.isEmpty()) {
      return null;
    }
    return new NodeSelector(texts.stream().map(Selectors::term).toList());
  }

  private static NodeSelectorTerm term(String text) {
    List<NodeSelectorRequirement> parts =
        Arrays.stream(text.split(OUTSIDE_OF_PARENTHESES, -1))
            .map(String::strip)
            .map(part -> requirement(part, text))
            .toList();
    return new NodeSelectorTerm(parts, List.of());
  }

  private static NodeSelectorRequirement requirement(String part, String text) {
    String[] set = part.split("\\s+", 3);
    if (set.length == 3 && set[2].matches("\\([^()]+\\)")) {
      List<String> values =
          List.of(set[2].substring(1, set[2].length() - 1).strip().split("\\s*,\\s*"));
      return switch (set[1]) {
        case "in" -> new NodeSelectorRequirement(set[0], "In", values);
        case "notin" -> new NodeSelectorRequirement(set[0], "NotIn", values);
        default -> throw bad(part, text);
      };
    }
    String[] differs = part.split("!=", 2);
    String[] equals = part.split("==?", 2);
    if (differs.length == 2 && isKey(differs[0])) {
      return new NodeSelectorRequirement(differs[0], "NotIn", List.of(differs[1]));
    }
    if (equals.length == 2 && isKey(equals[0])) {
      return new NodeSelectorRequirement(equals[0], "In", List.of(equals[1]));
    }
    if (part.startsWith("!") && isKey(part.substring(1))) {
      return new NodeSelectorRequirement(part.substring(1), "DoesNotExist", List.of());
    }
    if (isKey(part)) {
      return new NodeSelectorRequirement(part, "Exists", List.of());
    }
    throw bad(part, text);
  }

  private static boolean isKey(String text) {
    return text.matches("[A-Za-z0-9]([-A-Za-z0-9_./]*[A-Za-z0-9])?");
  }

  private static Trouble bad(String part, String text) {
    return Trouble.usage(
        "'%s' in selector '%s' is not understood".formatted(part, text),
        "write parts such as key=value, key!=value, key, !key or 'key in (a,b)', with commas");
  }
}
