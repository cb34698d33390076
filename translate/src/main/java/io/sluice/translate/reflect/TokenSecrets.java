package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.twin.ServiceAccounts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of the home API server for one offloaded pod (§3.11): requested at home, bound to the
 * pod's UID, kept in one Secret beside its twin, renewed at 80 % of their life.
 *
 * @param virtualNode whose pods these are
 */
public record TokenSecrets(String virtualNode) {
  private static final long DEFAULT_SECONDS = 3600;
  private static final long SHORTEST_SECONDS = 600;

  /** This very number makes the API server issue a token for a year (T-27). */
  private static final long A_YEAR_IN_DISGUISE = 3607;

  /**
   * A token that a pod reads.
   *
   * @param key in the Secret
   * @param audience empty for the API server itself
   */
  public record Wanted(String key, String audience, long seconds) {
    /** When a token that was issued then is requested again. */
    public Instant renewal(Instant expires) {
      return expires.minus(Duration.ofSeconds(seconds).dividedBy(5));
    }
  }

  /** A token that was issued. */
  public record Issued(String token, Instant expires) {}

  /** Every token that the pod's volumes project; none for most pods that do not talk home. */
  public static List<Wanted> wantedBy(Pod pod) {
    List<Wanted> wanted = new ArrayList<>();
    for (Volume volume : pod.getSpec().getVolumes()) {
      if (volume.getProjected() != null) {
        for (VolumeProjection source : volume.getProjected().getSources()) {
          if (source.getServiceAccountToken() != null) {
            wanted.add(wanted(volume.getName(), source.getServiceAccountToken()));
          }
        }
      }
    }
    return wanted;
  }

  private static Wanted wanted(String volume, ServiceAccountTokenProjection token) {
    Long asked = token.getExpirationSeconds();
    long seconds =
        asked == null || asked == A_YEAR_IN_DISGUISE
            ? DEFAULT_SECONDS
            : Math.max(SHORTEST_SECONDS, asked);
    String audience = token.getAudience() == null ? "" : token.getAudience();
    return new Wanted(ServiceAccounts.tokenKey(volume, token.getPath()), audience, seconds);
  }

  /** The request for one token: it dies with this pod, not with one of the same name. */
  public static TokenRequest request(Pod pod, Wanted wanted) {
    return new TokenRequestBuilder()
        .withNewSpec()
        .withAudiences(wanted.audience().isEmpty() ? List.of() : List.of(wanted.audience()))
        .withExpirationSeconds(wanted.seconds())
        .withNewBoundObjectRef()
        .withApiVersion("v1")
        .withKind("Pod")
        .withName(pod.getMetadata().getName())
        .withUid(pod.getMetadata().getUid())
        .endBoundObjectRef()
        .endSpec()
        .build();
  }

  /** The Secret with all tokens of the pod. */
  public Secret secret(Pod pod, Map<String, Issued> tokens, Border border) {
    Map<String, String> data = new HashMap<>();
    tokens.forEach(
        (key, issued) ->
            data.put(
                key,
                Base64.getEncoder()
                    .encodeToString(issued.token().getBytes(StandardCharsets.UTF_8))));
    Instant earliest =
        tokens.values().stream().map(Issued::expires).min(Instant::compareTo).orElse(Instant.EPOCH);
    String name = pod.getMetadata().getName();
    String account = ServiceAccounts.nameOf(pod);
    // A name may be longer than the value of a label.
    boolean fits = account.length() <= 63;
    Map<String, String> asLabel = fits ? Map.of(Labels.SERVICE_ACCOUNT_NAME, account) : Map.of();
    Map<String, String> asNote = fits ? Map.of() : Map.of(Labels.SERVICE_ACCOUNT_NAME, account);
    return new SecretBuilder()
        .withNewMetadata()
        .withName(ServiceAccounts.tokenSecret(name))
        .withNamespace(border.twin())
        .withLabels(TwinMeta.ownership(border))
        .addToLabels(Labels.NODE_NAME, virtualNode)
        .addToLabels(asLabel)
        .addToAnnotations(asNote)
        .addToAnnotations(Annotations.SERVICE_ACCOUNT_FOR_POD_NAME, name)
        .addToAnnotations(Annotations.SERVICE_ACCOUNT_FOR_POD_UID, pod.getMetadata().getUid())
        .addToAnnotations(Annotations.SERVICE_ACCOUNT_EXPIRATION, earliest.toString())
        .endMetadata()
        .withType("Opaque")
        .withImmutable(false)
        .withData(data)
        .build();
  }

  /** Whether this Secret holds tokens of the pod, and not those of an earlier one of its name. */
  public boolean isOf(Secret remote, Pod pod, Border border) {
    Map<String, String> annotations = Frozen.map(remote.getMetadata().getAnnotations());
    return TwinMeta.isOurs(remote, border)
        && virtualNode.equals(Frozen.map(remote.getMetadata().getLabels()).get(Labels.NODE_NAME))
        && pod.getMetadata()
            .getUid()
            .equals(annotations.get(Annotations.SERVICE_ACCOUNT_FOR_POD_UID));
  }

  /** Whether a Secret of the twin namespace belongs here and not to {@link Secrets}. */
  public static boolean isTokenSecret(Secret remote) {
    return has(remote, Annotations.SERVICE_ACCOUNT_FOR_POD_NAME)
        && has(remote, Labels.SERVICE_ACCOUNT_NAME);
  }

  /** Older releases kept the one among the labels, the other among the annotations. */
  private static boolean has(Secret secret, String key) {
    return contains(secret.getMetadata().getLabels(), key)
        || contains(secret.getMetadata().getAnnotations(), key);
  }

  private static boolean contains(@Nullable Map<String, String> map, String key) {
    return map != null && map.containsKey(key);
  }
}
