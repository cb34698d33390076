package io.sluice.engine.pki;

import io.sluice.translate.tenant.Subject;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Signs client certificates for tests. */
public final class TestAuthority {
  private final KeyPair pair = Keys.generate();
  private final X500Name name = new X500Name("CN=test-ca");

  public String ca() {
    Instant now = Instant.now();
    return sign(name, pair.getPublic(), now, now.plusSeconds(3600), "ca.example");
  }

  public String sign(Subject subject, PublicKey key, Instant from, Instant until) {
    return sign(Subjects.write(subject), key, from, until, "client.example");
  }

  private String sign(
      X500Name subject, PublicKey key, Instant from, Instant until, String alternative) {
    try {
      X509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              name, BigInteger.ONE, Date.from(from), Date.from(until), subject, key);
      builder.addExtension(
          Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, alternative)));
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
      return Pem.text(Pem.CERTIFICATE, builder.build(signer).getEncoded());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
