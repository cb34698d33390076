package io.sluice.engine.pki;

import io.sluice.engine.pki.IssuedCertificate.Validity;
import io.sluice.translate.tenant.Subject;
import java.io.IOException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A serving certificate that nobody else vouches for. */
public final class SelfSigned {
  private static final int SERIAL_BITS = 120;

  private SelfSigned() {}

  public static String create(
      KeyPair pair, Subject subject, ServingNames names, Validity validity) {
    X500Name name = Subjects.write(subject);
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            name,
            new BigInteger(SERIAL_BITS, new SecureRandom()),
            Date.from(validity.from()),
            Date.from(validity.until()),
            name,
            pair.getPublic());
    try {
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(
          Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
      builder.addExtension(Extension.subjectAlternativeName, false, names.write());
      return Pem.text(
          Pem.CERTIFICATE,
          builder
              .build(
                  new JcaContentSignerBuilder(Keys.signatureOf(pair.getPrivate()))
                      .build(pair.getPrivate()))
              .getEncoded());
    } catch (IOException | OperatorCreationException e) {
      throw new IllegalArgumentException("no certificate can be made: " + e.getMessage(), e);
    }
  }
}
