package io.sluice.engine.pki;

import io.sluice.translate.Outcome;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.HexFormat;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/** Key pairs and their text forms. Ours are P-256; a peer may bring Ed25519, RSA or another. */
public final class Keys {
  private static final int ED25519_BYTES = 32;
  private static final int RSA_AT_LEAST = 2048;

  private Keys() {}

  public static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no P-256", e);
    }
  }

  /** PKCS#8 or PKIX, whichever the key is. */
  public static String pem(Key key) {
    return Pem.text(key instanceof PrivateKey ? Pem.PRIVATE_KEY : Pem.PUBLIC_KEY, key.getEncoded());
  }

  /** Reads PKCS#8 and the older forms that kubeconfigs contain. */
  public static Outcome<PrivateKey> readPrivate(String pem) {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
      for (Object block = parser.readObject(); block != null; block = parser.readObject()) {
        if (block instanceof PEMKeyPair pair) {
          return Outcome.ok(converter.getPrivateKey(pair.getPrivateKeyInfo()));
        }
        if (block instanceof PrivateKeyInfo info) {
          return Outcome.ok(converter.getPrivateKey(info));
        }
      }
      return Outcome.failed("private key is missing or encrypted");
    } catch (IOException | RuntimeException e) {
      return Outcome.failed("private key cannot be read");
    }
  }

  /** Reads PKIX in PEM, or the bare 32 bytes of an Ed25519 key that older peers send. */
  public static Outcome<PublicKey> readPublic(byte[] content) {
    if (content.length == ED25519_BYTES) {
      var algorithm = new AlgorithmIdentifier(EdECObjectIdentifiers.id_Ed25519);
      return convert(new SubjectPublicKeyInfo(algorithm, content));
    }
    return switch (Pem.only(Pem.PUBLIC_KEY, new String(content, StandardCharsets.US_ASCII))) {
      case Outcome.Failed(String why) -> Outcome.failed("public key " + why);
      case Outcome.Ok(byte[] der) -> {
        try {
          yield convert(SubjectPublicKeyInfo.getInstance(der));
        } catch (RuntimeException e) {
          yield Outcome.failed("public key cannot be read");
        }
      }
    };
  }

  /** SHA-256 over the PKIX form: the name of a key that may be shown and compared. */
  public static String fingerprint(PublicKey key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether two keys are the same, whatever class they are read into. */
  public static boolean same(PublicKey one, PublicKey other) {
    return MessageDigest.isEqual(one.getEncoded(), other.getEncoded());
  }

  static Outcome<PublicKey> convert(SubjectPublicKeyInfo info) {
    PublicKey key;
    try {
      key = new JcaPEMKeyConverter().getPublicKey(info);
    } catch (IOException | RuntimeException e) {
      return Outcome.failed("public key is of an unknown kind or damaged");
    }
    return key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() < RSA_AT_LEAST
        ? Outcome.failed("public key is RSA with fewer than %d bits".formatted(RSA_AT_LEAST))
        : Outcome.ok(key);
  }

  /** The signature algorithm that goes with a key: what the peers of the border use. */
  static String signatureOf(Key key) {
    return switch (key.getAlgorithm()) {
      case "EC" -> "SHA256withECDSA";
      case "RSA" -> "SHA256withRSA";
      default -> "Ed25519";
    };
  }
}
