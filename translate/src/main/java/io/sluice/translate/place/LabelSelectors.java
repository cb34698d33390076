package io.sluice.translate.place;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates label selectors as Kubernetes does: all parts hold together, an empty one selects all.
 */
public final class LabelSelectors {
  private LabelSelectors() {}

  /** An operator that does not exist selects nothing: a wider reading could only surprise. */
  public static boolean matches(LabelSelector selector, Map<String, String> labels) {
    return includes(labels, selector.getMatchLabels())
        && selector.getMatchExpressions().stream()
            .allMatch(requirement -> holds(requirement, labels.get(requirement.getKey())));
  }

  /** Whether every wanted label is there with its value. */
  public static boolean includes(Map<String, String> labels, @Nullable Map<String, String> wanted) {
    return wanted == null || labels.entrySet().containsAll(wanted.entrySet());
  }

  private static boolean holds(LabelSelectorRequirement requirement, @Nullable String value) {
    List<String> values = requirement.getValues();
    return switch (requirement.getOperator()) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case null, default -> false;
    };
  }
}
