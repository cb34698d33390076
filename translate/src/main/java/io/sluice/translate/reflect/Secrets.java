package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.wire.Frozen;
import org.jspecify.annotations.Nullable;

/**
 * Secrets (§3.10). Tokens of service accounts never leave as they are: pods get their own, bound
 * and short ({@link TokenSecrets}).
 */
public record Secrets(ReflectionType type, Interest interest)
    implements Reflection<Secret, Secret> {
  private static final String TOKEN = "kubernetes.io/service-account-token";
  private static final String OPAQUE = "Opaque";

  @Override
  public Wish<Secret> wish(Secret local, Border border) {
    return TOKEN.equals(local.getType())
        ? new Wish.Unwanted<>("tokens of service accounts do not leave the cluster", true)
        : interest.wish(type, local, () -> twin(local, border));
  }

  private static Secret twin(Secret local, Border border) {
    return new SecretBuilder()
        .withMetadata(TwinMeta.of(local, local.getMetadata().getName(), border))
        .withType(type(local))
        .withData(local.getData())
        .withImmutable(local.getImmutable())
        .build();
  }

  /** Secrets with the tokens of pods bear our labels too, but another hand looks after them. */
  @Override
  public boolean isOurs(Secret remote, Border border) {
    return TwinMeta.isOurs(remote, border) && !TokenSecrets.isTokenSecret(remote);
  }

  @Override
  public boolean isSame(Secret there, Secret wanted) {
    return TwinMeta.isSame(there, wanted) && !changes(there, wanted);
  }

  @Override
  public boolean mustReplace(Secret there, Secret wanted) {
    boolean frozen = Boolean.TRUE.equals(there.getImmutable()) && changes(there, wanted);
    return frozen || !type(there).equals(type(wanted));
  }

  private static boolean changes(Secret there, Secret wanted) {
    return !Frozen.map(there.getData()).equals(Frozen.map(wanted.getData()))
        || !type(there).equals(type(wanted))
        || is(there.getImmutable()) != is(wanted.getImmutable());
  }

  private static String type(Secret secret) {
    return secret.getType() == null || secret.getType().isEmpty() ? OPAQUE : secret.getType();
  }

  private static boolean is(@Nullable Boolean value) {
    return Boolean.TRUE.equals(value);
  }
}
