package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirementBuilder;
import io.sluice.api.wire.Frozen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * At creation an API server turns {@code matchLabelKeys} into expressions of the selector beside
 * them, and refuses a pod whose selector already has one of the keys (Kubernetes 1.34 and newer,
 * ValidateMatchLabelKeysAndMismatchLabelKeys). What one server accepted and expanded, the next one
 * would refuse: the expansion is taken back.
 */
final class MergedKeys {
  private MergedKeys() {}

  static List<LabelSelectorRequirement> match(
      @Nullable List<String> keys, Map<String, String> labels) {
    return requirements(keys, "In", labels);
  }

  static List<LabelSelectorRequirement> mismatch(
      @Nullable List<String> keys, Map<String, String> labels) {
    return requirements(keys, "NotIn", labels);
  }

  private static List<LabelSelectorRequirement> requirements(
      @Nullable List<String> keys, String operator, Map<String, String> labels) {
    return Frozen.list(keys).stream()
        .filter(labels::containsKey)
        .map(
            key ->
                new LabelSelectorRequirementBuilder()
                    .withKey(key)
                    .withOperator(operator)
                    .withValues(labels.get(key))
                    .build())
        .toList();
  }

  static @Nullable LabelSelector without(
      @Nullable LabelSelector selector, List<LabelSelectorRequirement> merged) {
    if (selector == null || merged.isEmpty()) {
      return selector;
    }
    var kept = new ArrayList<>(Frozen.list(selector.getMatchExpressions()));
    merged.forEach(kept::remove);
    return new LabelSelectorBuilder(selector).withMatchExpressions(kept).build();
  }
}
