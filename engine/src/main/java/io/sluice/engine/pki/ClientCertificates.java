package io.sluice.engine.pki;

import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Subject;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Certificates that clients show to a server of ours. */
public final class ClientCertificates {
  private static final String X509 = "X.509";

  private ClientCertificates() {}

  /** The authorities of a file in PEM. */
  public static Set<TrustAnchor> authorities(String pem) throws CertificateException {
    Collection<? extends Certificate> certificates =
        CertificateFactory.getInstance(X509)
            .generateCertificates(
                new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    Set<TrustAnchor> parsed = new HashSet<>();
    certificates.forEach(
        certificate -> parsed.add(new TrustAnchor((X509Certificate) certificate, null)));
    return Set.copyOf(parsed);
  }

  /** Nobody, unless the chain leads to an authority and was made for clients. */
  public static Optional<Subject> subject(
      List<X509Certificate> chain, Set<TrustAnchor> anchors, Instant now) {
    if (chain.isEmpty() || anchors.isEmpty() || !leads(chain, anchors, now)) {
      return Optional.empty();
    }
    try {
      String pem = Pem.text(Pem.CERTIFICATE, chain.getFirst().getEncoded());
      return IssuedCertificate.read(pem) instanceof Outcome.Ok(IssuedCertificate issued)
              && issued.purposes().contains(IssuedCertificate.CLIENT_AUTH)
          ? Optional.of(issued.subject())
          : Optional.empty();
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static boolean leads(List<X509Certificate> chain, Set<TrustAnchor> anchors, Instant now) {
    try {
      PKIXParameters parameters = new PKIXParameters(anchors);
      parameters.setRevocationEnabled(false); // Kubernetes has no revocation
      parameters.setDate(Date.from(now));
      CertPathValidator.getInstance("PKIX")
          .validate(CertificateFactory.getInstance(X509).generateCertPath(chain), parameters);
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
