package io.sluice.manager.provider.tenancy;

import io.sluice.api.authentication.AuthParams;
import io.sluice.engine.kube.Api;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.SigningRequest;
import io.sluice.manager.border.Travel;
import io.sluice.translate.Outcome;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What consumers are handed: where this cluster is, and a certificate that is young enough. */
final class Credentials {
  private final ProviderSettings settings;
  private final Signer signer;
  private final Clock clock;

  Credentials(Api api, ProviderSettings settings, Clock clock) {
    this.settings = settings;
    this.signer = new Signer(api, settings.lives().certificate());
    this.clock = clock;
  }

  /** Credentials, and the moment from which new ones are wanted. */
  record Issued(AuthParams params, Instant renewAt) {}

  /**
   * Credentials for a request that was checked. The certificate that was issued before is kept
   * until two thirds of its life are over (§8.4), or until this cluster moves: address and CA are
   * always those of today, and a younger certificate tells them from those of yesterday.
   */
  Outcome<Issued> issue(
      SigningRequest request, String consumer, @Nullable AuthParams before, @Nullable String proxy)
      throws InterruptedException {
    String old = before == null || !isHere(before) ? "" : Travel.text(before.signedCRT());
    Optional<Instant> kept = good(old, request);
    Outcome<String> certificate =
        kept.isPresent() ? Outcome.ok(old) : signer.sign(request, consumer);
    return switch (certificate) {
      case Outcome.Failed(String why) -> Outcome.failed(why);
      case Outcome.Ok(String pem) ->
          Outcome.ok(new Issued(params(pem, proxy), renewAt(pem).orElse(clock.instant())));
    };
  }

  /** Whether credentials were issued for a public key, given as it travels. */
  static boolean isForKey(AuthParams params, @Nullable String publicKey) {
    return IssuedCertificate.read(Travel.text(params.signedCRT()))
            instanceof Outcome.Ok(IssuedCertificate issued)
        && Keys.readPublic(Travel.unpack(publicKey)) instanceof Outcome.Ok(PublicKey key)
        && Keys.same(issued.key(), key);
  }

  private boolean isHere(AuthParams before) {
    return settings.apiServer().toString().equals(before.apiServer())
        && Objects.equals(authorities(), before.ca());
  }

  private AuthParams params(String certificate, @Nullable String proxy) {
    return new AuthParams(
        authorities(), Travel.pack(certificate), settings.apiServer().toString(), proxy, null);
  }

  private @Nullable String authorities() {
    String ca = settings.ca();
    return ca == null ? null : Travel.pack(ca);
  }

  /** When to renew, if this certificate is still the right one. */
  private Optional<Instant> good(String pem, SigningRequest request) {
    return switch (IssuedCertificate.read(pem)) {
      case Outcome.Ok(IssuedCertificate issued)
          when issued.subject().equals(request.subject())
              && Keys.same(issued.key(), request.key())
              && clock.instant().isBefore(issued.validity().renewAt()) ->
          Optional.of(issued.validity().renewAt());
      case Outcome.Ok<IssuedCertificate> _, Outcome.Failed<IssuedCertificate> _ -> Optional.empty();
    };
  }

  private static Optional<Instant> renewAt(String pem) {
    return switch (IssuedCertificate.read(pem)) {
      case Outcome.Ok(IssuedCertificate issued) -> Optional.of(issued.validity().renewAt());
      case Outcome.Failed<IssuedCertificate> _ -> Optional.empty();
    };
  }
}
