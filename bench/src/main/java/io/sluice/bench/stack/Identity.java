package io.sluice.bench.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;

/** One self-signed certificate that all three parties of the splice show and trust. */
public record Identity(X509KeyManager keys, X509TrustManager trust) {
  static final String PASSWORD = "bench-only";

  public static Identity load(Path store) throws GeneralSecurityException, IOException {
    KeyStore certificates = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      certificates.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(certificates, PASSWORD.toCharArray());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(certificates);
    return new Identity(
        (X509KeyManager) keys.getKeyManagers()[0], (X509TrustManager) trust.getTrustManagers()[0]);
  }

  public SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        new javax.net.ssl.KeyManager[] {keys}, new javax.net.ssl.TrustManager[] {trust}, null);
    return context;
  }

  /** Makes the certificate with the JDK's own tool. */
  public static Path create(Path folder) throws IOException, InterruptedException {
    Path store = folder.resolve("bench.p12");
    Process tool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "bench",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=bench",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-ext",
                "bc=ca:true",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .inheritIO()
            .start();
    if (tool.waitFor() != 0) {
      throw new IOException("keytool failed");
    }
    return store;
  }
}
