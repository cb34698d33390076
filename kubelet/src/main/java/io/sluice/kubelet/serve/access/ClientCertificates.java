package io.sluice.kubelet.serve.access;

import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.engine.pki.Pem;
import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Subject;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads an identity out of a client certificate: the common name, organizations as groups. */
final class ClientCertificates {
  private ClientCertificates() {}

  static final String AUTHENTICATED = "system:authenticated";

  /** Nobody, unless the chain leads to an authority and was made for clients. */
  static Optional<Caller> caller(
      List<X509Certificate> chain, Set<TrustAnchor> anchors, Instant now) {
    if (chain.isEmpty() || anchors.isEmpty() || !leads(chain, anchors, now)) {
      return Optional.empty();
    }
    try {
      String pem = Pem.text(Pem.CERTIFICATE, chain.getFirst().getEncoded());
      return IssuedCertificate.read(pem) instanceof Outcome.Ok(IssuedCertificate issued)
              && issued.purposes().contains(IssuedCertificate.CLIENT_AUTH)
          ? named(issued.subject())
          : Optional.empty();
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static Optional<Caller> named(Subject subject) {
    if (subject.commonNames().isEmpty() || subject.commonNames().getLast().isEmpty()) {
      return Optional.empty();
    }
    List<String> groups = new ArrayList<>(subject.organizations());
    groups.add(AUTHENTICATED);
    return Optional.of(new Caller(subject.commonNames().getLast(), "", groups, Map.of()));
  }

  private static boolean leads(List<X509Certificate> chain, Set<TrustAnchor> anchors, Instant now) {
    try {
      PKIXParameters parameters = new PKIXParameters(anchors);
      parameters.setRevocationEnabled(false); // Kubernetes has no revocation
      parameters.setDate(Date.from(now));
      CertPathValidator.getInstance("PKIX")
          .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain), parameters);
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
