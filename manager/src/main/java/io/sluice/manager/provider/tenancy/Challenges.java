package io.sluice.manager.provider.tenancy;

import io.sluice.api.authentication.Handshake;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.Proof;
import io.sluice.engine.pki.SigningRequest;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.border.Travel;
import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Nonces;
import io.sluice.translate.tenant.Refusal;
import io.sluice.translate.tenant.SigningRules;
import io.sluice.translate.tenant.Subject;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a tenant holds its key: it answered a challenge of ours, once and in time (§1.3). */
final class Challenges {
  private final TenantNamespaces namespaces;
  private final Duration life;
  private final Clock clock;

  Challenges(TenantNamespaces namespaces, Duration life, Clock clock) {
    this.namespaces = namespaces;
    this.life = life;
    this.clock = clock;
  }

  /** What came of looking at a tenant's papers. */
  sealed interface Result {
    /** The request may be signed; the handshake is to be remembered. */
    record Proven(SigningRequest request, Handshake handshake) implements Result {}

    record Refused(Refusal refusal) implements Result {}
  }

  Result check(Tenant tenant) {
    return switch (Keys.readPublic(Travel.unpack(tenant.getSpec().publicKey()))) {
      case Outcome.Failed(String why) -> refused(Reasons.INVALID_PUBLIC_KEY, why);
      case Outcome.Ok(PublicKey key) -> check(tenant, key);
    };
  }

  private Result check(Tenant tenant, PublicKey key) {
    return switch (SigningRequest.parse(Travel.text(tenant.getSpec().csr()))) {
      case Outcome.Failed(String why) -> refused(Reasons.INVALID_CSR, why);
      case Outcome.Ok(SigningRequest request) -> check(tenant, key, request);
    };
  }

  private Result check(Tenant tenant, PublicKey key, SigningRequest request) {
    Subject wanted = Subject.controlPlane(String.valueOf(tenant.getSpec().clusterID()));
    var asked =
        new SigningRules.Asked(request.subject(), request.extras(), Keys.same(request.key(), key));
    Optional<Refusal> inexact = SigningRules.refusal(wanted, asked);
    if (inexact.isPresent()) {
      return new Result.Refused(inexact.get());
    }
    @Nullable Handshake before = before(tenant);
    if (before != null && before.key().equals(Keys.fingerprint(key))) {
      return new Result.Proven(request, before); // asked for once, never again
    }
    return answered(tenant, key, request, before == null ? null : before.nonce());
  }

  private Result answered(
      Tenant tenant, PublicKey key, SigningRequest request, @Nullable String used) {
    Optional<Nonce> nonce = nonce(tenant);
    Optional<Refusal> late =
        Nonces.refusal(nonce.map(found -> found.issued(life)).orElse(null), used, clock.instant());
    if (late.isPresent()) {
      return new Result.Refused(late.get());
    }
    byte[] signature = Travel.unpack(tenant.getSpec().signature());
    return nonce
        .filter(found -> Proof.holds(key, found.text(), signature))
        .<Result>map(
            found -> new Result.Proven(request, new Handshake(Keys.fingerprint(key), found.hash())))
        .orElseGet(
            () ->
                refused(
                    Reasons.INVALID_SIGNATURE, "the nonce is not signed with the tenant's key"));
  }

  /** The challenge that this tenant has answered and nobody may answer again. */
  Optional<Nonce> spent(Tenant tenant, Handshake handshake) {
    return nonce(tenant).filter(found -> found.hash().equals(handshake.nonce()));
  }

  /** The newest challenge in the tenant's namespace: a new one replaces those before it. */
  private Optional<Nonce> nonce(Tenant tenant) {
    return namespaces.secrets(tenant.getMetadata().getNamespace()).stream()
        .flatMap(secret -> Nonce.in(secret).stream())
        .max(
            java.util.Comparator.comparing(
                found -> found.secret().getMetadata().getCreationTimestamp()));
  }

  private static @Nullable Handshake before(Tenant tenant) {
    return tenant.getStatus() == null ? null : tenant.getStatus().handshake();
  }

  private static Result refused(String reason, String message) {
    return new Result.Refused(new Refusal(reason, message));
  }
}
