package io.sluice.translate.guard;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.Validation;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidationBuilder;
import java.util.Collection;
import java.util.stream.Collectors;

/** Pieces of expressions that an API server evaluates. */
final class Cel {
  private Cel() {}

  /** A string literal; what a policy says must never become code. */
  static String text(String value) {
    StringBuilder literal = new StringBuilder("'");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' || c == '\'') {
        literal.append('\\').append(c);
      } else if (c < ' ') {
        literal.append("\\u%04x".formatted((int) c));
      } else {
        literal.append(c);
      }
    }
    return literal.append('\'').toString();
  }

  static String list(Collection<String> values) {
    return values.stream().map(Cel::text).collect(Collectors.joining(", ", "[", "]"));
  }

  static Validation must(String expression, String message) {
    return new ValidationBuilder()
        .withExpression(expression)
        .withMessage(message)
        .withReason("Forbidden")
        .build();
  }
}
