package io.sluice.translate.place;

import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.sluice.translate.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates node selector terms as the scheduler does: terms are alternatives, requirements of one
 * term hold together, a term without requirements matches nothing.
 */
public final class NodeSelectors {
  private NodeSelectors() {}

  private static final Pattern NAME =
      Pattern.compile("(?=.{1,63}$)[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern DOMAIN =
      Pattern.compile(
          "(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,19}");
  private static final String NAME_FIELD = "metadata.name";

  /** Whether any term matches; fails when one of them is not valid, whatever the others say. */
  public static Outcome<Boolean> matches(
      List<NodeSelectorTerm> terms, String node, Map<String, String> labels) {
    return invalid(terms)
        .<Outcome<Boolean>>map(Outcome::failed)
        .orElseGet(() -> Outcome.ok(terms.stream().anyMatch(term -> matches(term, node, labels))));
  }

  /** What is wrong with the first bad requirement; empty when all are valid. */
  public static Optional<String> invalid(List<NodeSelectorTerm> terms) {
    for (NodeSelectorTerm term : terms) {
      for (NodeSelectorRequirement requirement : term.getMatchExpressions()) {
        String why = badExpression(requirement);
        if (why != null) {
          return Optional.of(requirement.getKey() + ": " + why);
        }
      }
      for (NodeSelectorRequirement requirement : term.getMatchFields()) {
        String why = badField(requirement);
        if (why != null) {
          return Optional.of(requirement.getKey() + ": " + why);
        }
      }
    }
    return Optional.empty();
  }

  public static boolean isEmpty(NodeSelectorTerm term) {
    return term.getMatchExpressions().isEmpty() && term.getMatchFields().isEmpty();
  }

  private static boolean matches(NodeSelectorTerm term, String node, Map<String, String> labels) {
    return !isEmpty(term)
        && term.getMatchExpressions().stream()
            .allMatch(requirement -> holds(requirement, labels.get(requirement.getKey())))
        && term.getMatchFields().stream().allMatch(requirement -> holds(requirement, node));
  }

  private static boolean holds(NodeSelectorRequirement requirement, @Nullable String value) {
    List<String> values = requirement.getValues();
    return switch (requirement.getOperator()) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> compare(value, values.getFirst()) > 0;
      case "Lt" -> compare(value, values.getFirst()) < 0;
      default -> false;
    };
  }

  /** 0, which satisfies neither operator, when the label is missing or not a number. */
  private static int compare(@Nullable String value, String bound) {
    OptionalLong left = integer(value == null ? "" : value);
    OptionalLong right = integer(bound);
    return left.isEmpty() || right.isEmpty()
        ? 0
        : Long.compare(left.getAsLong(), right.getAsLong());
  }

  private static @Nullable String badExpression(NodeSelectorRequirement requirement) {
    String key = requirement.getKey();
    List<String> values = requirement.getValues();
    if (key == null || !isLabelKey(key)) {
      return "is not a label key";
    }
    return switch (requirement.getOperator()) {
      case "In", "NotIn" ->
          values.isEmpty()
              ? "In and NotIn need values"
              : values.stream().allMatch(NodeSelectors::isLabelValue)
                  ? null
                  : "has a value that no label can have";
      case "Exists", "DoesNotExist" ->
          values.isEmpty() ? null : "Exists and DoesNotExist take no values";
      case "Gt", "Lt" ->
          values.size() == 1 && integer(values.getFirst()).isPresent()
              ? null
              : "Gt and Lt take one integer";
      case null, default -> "has no operator that exists: " + requirement.getOperator();
    };
  }

  private static @Nullable String badField(NodeSelectorRequirement requirement) {
    if (!NAME_FIELD.equals(requirement.getKey())) {
      return "only " + NAME_FIELD + " can be selected by field";
    }
    boolean known =
        "In".equals(requirement.getOperator()) || "NotIn".equals(requirement.getOperator());
    return known && requirement.getValues().size() == 1
        ? null
        : "fields take In or NotIn with one value";
  }

  private static OptionalLong integer(String text) {
    try {
      return INTEGER.matcher(text).matches()
          ? OptionalLong.of(Long.parseLong(text))
          : OptionalLong.empty();
    } catch (NumberFormatException tooLarge) {
      return OptionalLong.empty();
    }
  }

  private static boolean isLabelKey(String key) {
    int slash = key.indexOf('/');
    return NAME.matcher(key.substring(slash + 1)).matches()
        && (slash < 0 || DOMAIN.matcher(key.substring(0, slash)).matches());
  }

  private static boolean isLabelValue(String value) {
    return value.isEmpty() || NAME.matcher(value).matches();
  }
}
