package io.sluice.engine.pki;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The key and certificate of the moment. A new one is shown from the next handshake on; connections
 * that stand are not touched.
 */
public final class ServingKey extends X509ExtendedKeyManager {
  private volatile @Nullable X509ExtendedKeyManager current;

  /** Shows another certificate from now on. */
  public void use(String certificates, String key) throws GeneralSecurityException, IOException {
    KeyManager[] managers = ClientKey.managers(certificates, key);
    current =
        Stream.of(managers)
            .filter(X509ExtendedKeyManager.class::isInstance)
            .map(X509ExtendedKeyManager.class::cast)
            .findFirst()
            .orElseThrow(() -> new GeneralSecurityException("no key for TLS"));
  }

  /**
   * TLS for a server that asks for client certificates and checks them only afterwards, as kubelets
   * do: somebody with a wrong one may still bring a token, and is told 401 instead of being cut
   * off.
   */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {this}, new TrustManager[] {new Unchecked()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  private X509ExtendedKeyManager current() {
    X509ExtendedKeyManager manager = current;
    if (manager == null) {
      throw new IllegalStateException("there is no serving certificate yet");
    }
    return manager;
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String type, Principal @Nullable [] issuers, SSLEngine engine) {
    return current().chooseEngineServerAlias(type, issuers, engine);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String type, Principal @Nullable [] issuers, Socket socket) {
    return current().chooseServerAlias(type, issuers, socket);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return current().getCertificateChain(alias);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return current().getPrivateKey(alias);
  }

  @Override
  public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
    return current().getServerAliases(type, issuers);
  }

  @Override
  public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] types, Principal @Nullable [] issuers, Socket socket) {
    return null;
  }

  /** Certificates are judged per request, by the guard. */
  private static final class Unchecked extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws java.security.cert.CertificateException {
      throw new java.security.cert.CertificateException("this side is the server");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws java.security.cert.CertificateException {
      checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws java.security.cert.CertificateException {
      checkServerTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
