package io.sluice.translate.tenant;

import io.sluice.api.vocab.Reasons;
import java.util.List;
import java.util.Optional;

/**
 * What a tenant's signing request must be, exactly (T-25). The approver is the only guard: the
 * signer itself refuses nothing but {@code system:masters}.
 */
public final class SigningRules {
  private SigningRules() {}

  /**
   * What a request says.
   *
   * @param extras object identifiers of attributes and extensions that it asks for: alternative
   *     names, key usages, anything
   * @param ownKey whether its key is the one that the tenant proved to hold
   */
  public record Asked(Subject subject, List<String> extras, boolean ownKey) {
    public Asked {
      extras = List.copyOf(extras);
    }
  }

  public static Optional<Refusal> refusal(Subject wanted, Asked asked) {
    if (!asked.subject().equals(wanted)) {
      return refuse(
          "signing request is for %s instead of exactly %s".formatted(asked.subject(), wanted));
    }
    if (!asked.extras().isEmpty()) {
      return refuse(
          "signing request asks for more than a subject: "
              + String.join(", ", asked.extras().stream().map(SigningRules::name).toList()));
    }
    if (!asked.ownKey()) {
      return refuse("signing request is for another key than the tenant's");
    }
    return Optional.empty();
  }

  private static String name(String oid) {
    return switch (oid) {
      case "2.5.29.15" -> "key usages";
      case "2.5.29.37" -> "extended key usages";
      case "2.5.29.17" -> "alternative names";
      case "2.5.29.19" -> "basic constraints";
      default -> oid;
    };
  }

  private static Optional<Refusal> refuse(String message) {
    return Optional.of(new Refusal(Reasons.INVALID_CSR, message));
  }
}
