package io.sluice.engine.pki;

import io.sluice.translate.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * A client certificate and its key in the form that TLS wants. The Kubernetes client's own reader
 * knows RSA keys only.
 */
public final class ClientKey {
  private ClientKey() {}

  /** The message of a failure is one line that can be shown to people. */
  public static KeyManager[] managers(String certificates, String key)
      throws GeneralSecurityException, IOException {
    PrivateKey secret =
        switch (Keys.readPrivate(key)) {
          case Outcome.Ok(PrivateKey read) -> read;
          case Outcome.Failed(String why) -> throw new GeneralSecurityException(why);
        };
    Certificate[] chain =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(
                new ByteArrayInputStream(certificates.getBytes(StandardCharsets.US_ASCII)))
            .toArray(Certificate[]::new);
    if (chain.length == 0) {
      throw new GeneralSecurityException("client certificate is missing");
    }
    // It never leaves this memory: the other type would make a key from a password 20,000 times.
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    store.setKeyEntry("client", secret, new char[0], chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, new char[0]);
    return factory.getKeyManagers();
  }
}
