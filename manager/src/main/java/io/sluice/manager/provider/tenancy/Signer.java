package io.sluice.manager.provider.tenancy;

import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestCondition;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.SigningRequest;
import io.sluice.manager.border.Travel;
import io.sluice.translate.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the cluster sign a request that was checked before: creates the CSR, approves it, waits for
 * the certificate, and leaves nothing behind. What comes back is checked against what was asked.
 */
public final class Signer {
  private static final Logger LOG = LoggerFactory.getLogger(Signer.class);
  private static final Kind<CertificateSigningRequest> REQUESTS =
      Kind.of(CertificateSigningRequest.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(100);

  private final Api api;
  private final Duration life;

  public Signer(Api api, Duration life) {
    this.api = api;
    this.life = life;
  }

  /** The certificate in PEM, or why there is none. */
  public Outcome<String> sign(SigningRequest request, String consumer) throws InterruptedException {
    CertificateSigningRequest made = api.create(REQUESTS, object(request, consumer));
    Ref ref = Ref.of(made);
    try {
      api.patch(REQUESTS, ref, Patch.strategic(approval()).to("approval"));
      return await(ref, request);
    } finally {
      forget(ref, made.getMetadata().getUid());
    }
  }

  private CertificateSigningRequest object(SigningRequest request, String consumer) {
    return new CertificateSigningRequestBuilder()
        .withNewMetadata()
        .withGenerateName("liqo-identity-")
        .addToLabels(Labels.TENANT_CSR, Labels.TRUE)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, consumer)
        .endMetadata()
        .withNewSpec()
        .withRequest(Travel.pack(request.pem()))
        .withSignerName(Names.SIGNER_CLIENT)
        .withExpirationSeconds(Math.toIntExact(life.toSeconds()))
        // Key encipherment is a thing of RSA (T-24).
        .withUsages(
            request.key().getAlgorithm().equals("RSA")
                ? List.of("digital signature", "key encipherment", "client auth")
                : List.of("digital signature", "client auth"))
        .endSpec()
        .build();
  }

  private static Map<String, Object> approval() {
    return Map.of(
        "status",
        Map.of(
            "conditions",
            List.of(
                Map.of(
                    "type", "Approved",
                    "status", "True",
                    "reason", Reasons.CERTIFICATE_OF_TENANT,
                    "message", "subject, key and extensions are exactly those of a tenant"))));
  }

  private Outcome<String> await(Ref ref, SigningRequest request) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    do {
      CertificateSigningRequest now = api.get(REQUESTS, ref);
      Optional<String> refused = refused(now);
      if (refused.isPresent()) {
        return Outcome.failed(refused.get());
      }
      String certificate = Travel.text(now.getStatus().getCertificate());
      if (!certificate.isEmpty()) {
        return checked(certificate, request);
      }
      Thread.sleep(LOOK);
    } while (System.nanoTime() - end < 0);
    return Outcome.failed(
        "the cluster did not sign within %d s; does it run the signer %s?"
            .formatted(PATIENCE.toSeconds(), Names.SIGNER_CLIENT));
  }

  private static Optional<String> refused(CertificateSigningRequest request) {
    return request.getStatus().getConditions().stream()
        .filter(condition -> !"Approved".equals(condition.getType()))
        .findFirst()
        .map(Signer::words);
  }

  private static String words(CertificateSigningRequestCondition condition) {
    return "the cluster refused to sign: %s %s"
        .formatted(condition.getReason(), condition.getMessage());
  }

  /** A signer of the cluster's own may have policies: a certificate that says more is not ours. */
  private static Outcome<String> checked(String pem, SigningRequest request) {
    return switch (IssuedCertificate.read(pem)) {
      case Outcome.Failed(String why) -> Outcome.failed(why);
      case Outcome.Ok(IssuedCertificate issued) ->
          issued.subject().equals(request.subject())
                  && Keys.same(issued.key(), request.key())
                  && issued.purposes().equals(List.of(IssuedCertificate.CLIENT_AUTH))
              ? Outcome.ok(pem)
              : Outcome.failed("the cluster signed something else than it was asked for");
    };
  }

  private void forget(Ref ref, String uid) {
    try {
      api.delete(REQUESTS, ref, uid, null);
    } catch (ApiFailure failure) {
      LOG.atDebug().addKeyValue("why", failure.getMessage()).log("request stays until collected");
    }
  }
}
