package io.sluice.manager.provider.tenancy;

import io.fabric8.kubernetes.api.model.Secret;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.manager.border.Travel;
import io.sluice.translate.tenant.Nonces;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The challenge in a Secret of the provider. What is signed is the text as it stands there. */
final class Nonce {
  private static final int RANDOM_BYTES = 64;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Secret secret;
  private final byte[] text;

  private Nonce(Secret secret, byte[] text) {
    this.secret = secret;
    this.text = text;
  }

  /** A new challenge: base64 text of random bytes. */
  static byte[] generate() {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return Base64.getEncoder().encode(random);
  }

  /** Whether a Secret is meant to hold a challenge, filled or not. */
  static boolean isMeant(Secret secret) {
    return Labels.TRUE.equals(Frozen.map(secret.getMetadata().getLabels()).get(Labels.NONCE));
  }

  /** The challenge of a Secret, if it holds one. */
  static Optional<Nonce> in(Secret secret) {
    byte[] text = Travel.unpack(Frozen.map(secret.getData()).get(Names.NONCE_KEY));
    return isMeant(secret) && text.length > 0
        ? Optional.of(new Nonce(secret, text))
        : Optional.empty();
  }

  Secret secret() {
    return secret;
  }

  byte[] text() {
    return text.clone();
  }

  String hash() {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A challenge that says nothing about its end lives from the making of its Secret. */
  Nonces.Issued issued(Duration life) {
    @Nullable String said =
        Frozen.map(secret.getMetadata().getAnnotations()).get(Annotations.NONCE_EXPIRES);
    Instant end = Instant.parse(secret.getMetadata().getCreationTimestamp()).plus(life);
    try {
      return new Nonces.Issued(hash(), said == null ? end : Instant.parse(said));
    } catch (DateTimeParseException e) {
      return new Nonces.Issued(hash(), end);
    }
  }
}
