package io.sluice.kubelet.serve.tls;

import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.ServingNames;
import io.sluice.engine.pki.SigningRequest;
import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Subject;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the cluster's signer for kubelets sign (§2.7); the manager approves. Where nobody signs in
 * time, as in clusters whose signer knows only their own machines, that is said and nothing comes
 * (T-24).
 */
public final class ClusterSigner implements ServingCertificate.Signer {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterSigner.class);
  private static final Kind<CertificateSigningRequest> REQUESTS =
      Kind.of(CertificateSigningRequest.class);
  private static final Duration LIFE = Duration.ofDays(7);
  private static final Duration LOOK = Duration.ofMillis(200);

  private final Api home;
  private final Duration patience;

  public ClusterSigner(Api home, Duration patience) {
    this.home = home;
    this.patience = patience;
  }

  @Override
  public Optional<String> sign(KeyPair pair, Subject subject, ServingNames names)
      throws InterruptedException {
    try {
      CertificateSigningRequest made = home.create(REQUESTS, request(pair, subject, names));
      return await(Ref.of(made), pair);
    } catch (ApiFailure failure) {
      return none(failure.reason());
    }
  }

  private static CertificateSigningRequest request(
      KeyPair pair, Subject subject, ServingNames names) {
    String pem = SigningRequest.create(pair, subject, names);
    return new CertificateSigningRequestBuilder()
        .withNewMetadata()
        .withGenerateName("sluice-serving-")
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withNewSpec()
        .withRequest(Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)))
        .withSignerName(Names.SIGNER_SERVING)
        .withExpirationSeconds(Math.toIntExact(LIFE.toSeconds()))
        .withUsages(List.of("digital signature", "server auth"))
        .endSpec()
        .build();
  }

  private Optional<String> await(Ref ref, KeyPair pair) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    do {
      CertificateSigningRequest now = home.get(REQUESTS, ref);
      Optional<String> refused =
          now.getStatus().getConditions().stream()
              .filter(condition -> !"Approved".equals(condition.getType()))
              .map(condition -> condition.getType() + ": " + condition.getMessage())
              .findFirst();
      if (refused.isPresent()) {
        return none(refused.get());
      }
      String certificate = now.getStatus().getCertificate();
      if (certificate != null && !certificate.isEmpty()) {
        return checked(certificate, pair);
      }
      Thread.sleep(LOOK);
    } while (System.nanoTime() - end < 0);
    return none("nobody signed within " + patience.toSeconds() + " s");
  }

  private static Optional<String> checked(String packed, KeyPair pair) {
    String pem = new String(Base64.getMimeDecoder().decode(packed), StandardCharsets.US_ASCII);
    return IssuedCertificate.read(pem) instanceof Outcome.Ok(IssuedCertificate issued)
            && Keys.same(issued.key(), pair.getPublic())
        ? Optional.of(pem)
        : none("the cluster signed something else than it was asked for");
  }

  private static Optional<String> none(String why) {
    LOG.atWarn()
        .addKeyValue("why", why)
        .log(
            "no serving certificate from the cluster; an API server that checks kubelets'"
                + " certificates will refuse logs and exec");
    return Optional.empty();
  }
}
