package io.sluice.testbed.pki;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Signs the certificates of one cluster. */
public final class Authority {
  private static final Duration LIFE = Duration.ofDays(365);
  private static final Duration CLOCK_SKEW = Duration.ofHours(1);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Identity own;
  private final X500Name issuer;

  private Authority(Identity own, X500Name issuer) {
    this.own = own;
    this.issuer = issuer;
  }

  /** A new authority with a self-signed certificate. */
  public static Authority create(String commonName) {
    KeyPair pair = newKeyPair();
    X500Name name = name(commonName, List.of());
    JcaX509v3CertificateBuilder builder = builder(name, pair, name);
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
      builder.addExtension(
          Extension.keyUsage,
          true,
          new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign | KeyUsage.cRLSign));
    } catch (CertIOException e) {
      throw new IllegalStateException(e);
    }
    return new Authority(new Identity(pair.getPrivate(), sign(builder, pair)), name);
  }

  /** A certificate for a user, or for a server when alternative names are given. */
  public Identity issue(String commonName, List<String> organizations, List<GeneralName> names) {
    KeyPair pair = newKeyPair();
    JcaX509v3CertificateBuilder builder = builder(issuer, pair, name(commonName, organizations));
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(
          Extension.extendedKeyUsage,
          false,
          new ExtendedKeyUsage(
              new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth, KeyPurposeId.id_kp_serverAuth}));
      if (!names.isEmpty()) {
        builder.addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(names.toArray(new GeneralName[0])));
      }
    } catch (CertIOException e) {
      throw new IllegalStateException(e);
    }
    KeyPair signer = new KeyPair(own.certificate().getPublicKey(), own.key());
    return new Identity(pair.getPrivate(), sign(builder, signer));
  }

  public Identity identity() {
    return own;
  }

  public static GeneralName dns(String name) {
    return new GeneralName(GeneralName.dNSName, name);
  }

  public static GeneralName ip(String address) {
    return new GeneralName(GeneralName.iPAddress, address);
  }

  public static KeyPair newKeyPair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no elliptic curves", e);
    }
  }

  private static X500Name name(String commonName, List<String> organizations) {
    X500NameBuilder builder = new X500NameBuilder(BCStyle.INSTANCE);
    organizations.forEach(organization -> builder.addRDN(BCStyle.O, organization));
    return builder.addRDN(BCStyle.CN, commonName).build();
  }

  private static JcaX509v3CertificateBuilder builder(
      X500Name issuer, KeyPair pair, X500Name subject) {
    Instant now = Instant.now();
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(Long.SIZE * 2 - 1, RANDOM),
        Date.from(now.minus(CLOCK_SKEW)),
        Date.from(now.plus(LIFE)),
        subject,
        pair.getPublic());
  }

  private static X509Certificate sign(JcaX509v3CertificateBuilder builder, KeyPair signer) {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate())));
    } catch (OperatorCreationException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
