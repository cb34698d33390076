package io.sluice.testbed.pki;

import io.sluice.testbed.model.BedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** The text form of keys and certificates. */
public final class Pem {
  private static final int LINE = 64;

  private Pem() {}

  public static String of(X509Certificate certificate) {
    try {
      return block("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  public static String of(Key key) {
    return block(key instanceof PrivateKey ? "PRIVATE KEY" : "PUBLIC KEY", key.getEncoded());
  }

  static X509Certificate certificate(String pem) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    } catch (CertificateException e) {
      throw new BedException("not a certificate: " + e.getMessage(), e);
    }
  }

  static PrivateKey privateKey(String pem) {
    try {
      byte[] content = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]+-----", ""));
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(content));
    } catch (GeneralSecurityException e) {
      throw new BedException("not a private key: " + e.getMessage(), e);
    }
  }

  static Path writeSecret(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, text);
  }

  private static String block(String type, byte[] content) {
    String body =
        Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content);
    return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
  }
}
