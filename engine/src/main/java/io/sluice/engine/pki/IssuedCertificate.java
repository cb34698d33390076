package io.sluice.engine.pki;

import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Subject;
import java.io.ByteArrayInputStream;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;

/**
 * What a certificate says.
 *
 * @param alternativeNames DNS names and addresses
 * @param purposes object identifiers of its extended key usages
 */
public record IssuedCertificate(
    Subject subject,
    PublicKey key,
    List<String> alternativeNames,
    List<String> purposes,
    Validity validity) {

  public static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
  public static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";

  public IssuedCertificate {
    alternativeNames = List.copyOf(alternativeNames);
    purposes = List.copyOf(purposes);
  }

  /** From when until when. */
  public record Validity(Instant from, Instant until) {
    public Duration life() {
      return Duration.between(from, until);
    }

    /** Two thirds of the life: the moment from which a new one is wanted (§8.4). */
    public Instant renewAt() {
      return from.plus(life().multipliedBy(2).dividedBy(3));
    }

    public boolean covers(Instant moment) {
      return !moment.isBefore(from) && moment.isBefore(until);
    }
  }

  /** Reads the first certificate of a chain: the one that names its holder. */
  public static Outcome<IssuedCertificate> read(String pem) {
    try {
      return Pem.all(pem).stream()
          .filter(block -> block.type().equals(Pem.CERTIFICATE))
          .findFirst()
          .map(IssuedCertificate::read)
          .orElseGet(() -> Outcome.failed("certificate is missing"));
    } catch (IllegalArgumentException e) {
      return Outcome.failed("certificate is not valid base64");
    }
  }

  private static Outcome<IssuedCertificate> read(Pem block) {
    try {
      X509Certificate certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(block.der()));
      return Outcome.ok(
          new IssuedCertificate(
              Subjects.read(
                  X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded())),
              certificate.getPublicKey(),
              alternativeNames(certificate),
              purposes(certificate),
              new Validity(
                  certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant())));
    } catch (CertificateException | RuntimeException e) {
      return Outcome.failed("certificate cannot be read");
    }
  }

  private static List<String> alternativeNames(X509Certificate certificate)
      throws CertificateParsingException {
    Collection<List<?>> names = certificate.getSubjectAlternativeNames();
    return names == null ? List.of() : names.stream().map(name -> "" + name.get(1)).toList();
  }

  private static List<String> purposes(X509Certificate certificate)
      throws CertificateParsingException {
    List<String> purposes = certificate.getExtendedKeyUsage();
    return purposes == null ? List.of() : purposes;
  }
}
