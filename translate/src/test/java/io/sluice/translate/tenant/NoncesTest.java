package io.sluice.translate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.vocab.Reasons;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NoncesTest {
  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
  private static final Nonces.Issued NONCE = new Nonces.Issued("hash", NOON);

  @Test
  void aFreshNonceMayBeAnswered() {
    assertThat(Nonces.refusal(NONCE, "another", NOON.minusMillis(1))).isEmpty();
    assertThat(Nonces.refusal(NONCE, null, NOON.minusMillis(1))).isEmpty();
  }

  @Test
  void noNonceNoAnswer() {
    assertThat(Nonces.refusal(null, null, NOON).map(Refusal::reason))
        .hasValue(Reasons.NONCE_MISSING);
  }

  @Test
  void aNonceIsGoodForOneAnswer() {
    assertThat(Nonces.refusal(NONCE, "hash", NOON.minusMillis(1)).map(Refusal::reason))
        .hasValue(Reasons.NONCE_USED);
  }

  @Test
  void aNonceIsGoodUntilItExpires() {
    assertThat(Nonces.refusal(NONCE, null, NOON).map(Refusal::reason))
        .hasValue(Reasons.NONCE_EXPIRED);
  }
}
