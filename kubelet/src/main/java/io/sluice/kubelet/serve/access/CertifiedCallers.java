package io.sluice.kubelet.serve.access;

import io.sluice.engine.pki.ClientCertificates;
import io.sluice.translate.tenant.Subject;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads an identity out of a client certificate: the common name, organizations as groups. */
final class CertifiedCallers {
  private CertifiedCallers() {}

  static final String AUTHENTICATED = "system:authenticated";

  /** Nobody, unless the chain leads to an authority and was made for clients. */
  static Optional<Caller> caller(
      List<X509Certificate> chain, Set<TrustAnchor> anchors, Instant now) {
    return ClientCertificates.subject(chain, anchors, now).flatMap(CertifiedCallers::named);
  }

  private static Optional<Caller> named(Subject subject) {
    if (subject.commonNames().isEmpty() || subject.commonNames().getLast().isEmpty()) {
      return Optional.empty();
    }
    List<String> groups = new ArrayList<>(subject.organizations());
    groups.add(AUTHENTICATED);
    return Optional.of(new Caller(subject.commonNames().getLast(), "", groups, Map.of()));
  }
}
