package io.sluice.translate.tenant;

import io.sluice.api.vocab.Reasons;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a challenge may be answered: once, and not for ever. */
public final class Nonces {
  private Nonces() {}

  /**
   * A challenge that was issued.
   *
   * @param hash of its bytes
   */
  public record Issued(String hash, Instant expires) {}

  /**
   * Why the challenge can't be answered any more.
   *
   * @param used hash of the nonce that this tenant answered last
   */
  public static Optional<Refusal> refusal(
      @Nullable Issued nonce, @Nullable String used, Instant now) {
    if (nonce == null) {
      return Optional.of(
          new Refusal(
              Reasons.NONCE_MISSING, "no nonce was issued for this consumer, or it is used up"));
    }
    if (nonce.hash().equals(used)) {
      return Optional.of(
          new Refusal(Reasons.NONCE_USED, "the nonce was used before; issue a new one"));
    }
    if (!now.isBefore(nonce.expires())) {
      return Optional.of(
          new Refusal(
              Reasons.NONCE_EXPIRED,
              "the nonce expired at %s; issue a new one".formatted(nonce.expires())));
    }
    return Optional.empty();
  }
}
