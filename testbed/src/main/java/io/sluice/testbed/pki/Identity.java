package io.sluice.testbed.pki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** A private key and the certificate for it. */
public record Identity(PrivateKey key, X509Certificate certificate) {
  /** Writes NAME.crt and NAME.key. */
  public Written write(Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    Path crt = Files.writeString(folder.resolve(name + ".crt"), Pem.of(certificate));
    Path pem = Pem.writeSecret(folder.resolve(name + ".key"), Pem.of(key));
    return new Written(crt, pem);
  }

  /** Where the two halves were written. */
  public record Written(Path certificate, Path key) {}
}
