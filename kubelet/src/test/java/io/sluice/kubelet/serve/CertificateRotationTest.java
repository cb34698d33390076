package io.sluice.kubelet.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.engine.pki.IssuedCertificate.Validity;
import io.sluice.engine.pki.SelfSigned;
import io.sluice.engine.pki.ServingKey;
import io.sluice.engine.pki.ServingNames;
import io.sluice.kubelet.serve.tls.ServingCertificate;
import io.sluice.testbed.pki.TrustingAll;
import io.sluice.translate.tenant.Subject;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;

/** §2.7: the certificate is replaced in time, while the port serves. */
class CertificateRotationTest {
  /** It is renewed after two thirds of this. */
  private static final Duration LIFE = Duration.ofSeconds(3);

  private static final class BriefSigner implements ServingCertificate.Signer {
    @Override
    public Optional<String> sign(KeyPair pair, Subject subject, ServingNames names) {
      Instant now = Instant.now();
      return Optional.of(
          SelfSigned.create(pair, subject, names, new Validity(now, now.plus(LIFE))));
    }
  }

  @Test
  void newHandshakesSeeTheNewCertificateAndOldConnectionsGoOn() throws Exception {
    ServingKey key = new ServingKey();
    try (ServingCertificate certificate =
            new ServingCertificate(
                key, "vn", List.of("127.0.0.1"), new BriefSigner(), Clock.systemUTC());
        SSLServerSocket server =
            (SSLServerSocket) key.context().getServerSocketFactory().createServerSocket(0)) {
      certificate.start();
      Thread.ofVirtual().start(() -> echo(server));
      try (SSLSocket old = connect(server.getLocalPort())) {
        BigInteger first = serial(old);
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> {
                  try (SSLSocket fresh = connect(server.getLocalPort())) {
                    return !serial(fresh).equals(first);
                  }
                });
        old.getOutputStream().write('x');
        assertThat(old.getInputStream().read()).isEqualTo('x');
      }
    }
  }

  @Test
  void nobodyWaitsForASignatureThatDoesNotComeAndALateOneIsUsed() throws Exception {
    ServingKey key = new ServingKey();
    CountDownLatch signs = new CountDownLatch(1);
    ServingCertificate.Signer slow =
        (pair, subject, names) -> {
          signs.await();
          return new BriefSigner().sign(pair, subject, names);
        };
    try (ServingCertificate certificate =
            new ServingCertificate(key, "vn", List.of("127.0.0.1"), slow, Clock.systemUTC());
        SSLServerSocket server =
            (SSLServerSocket) key.context().getServerSocketFactory().createServerSocket(0)) {
      certificate.start();
      Thread.ofVirtual().start(() -> echo(server));
      BigInteger own;
      try (SSLSocket early = connect(server.getLocalPort())) {
        own = serial(early);
      }
      signs.countDown();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                try (SSLSocket fresh = connect(server.getLocalPort())) {
                  return !serial(fresh).equals(own);
                }
              });
    }
  }

  private static void echo(SSLServerSocket server) {
    try {
      while (true) {
        SSLSocket socket = (SSLSocket) server.accept();
        Thread.ofVirtual()
            .start(
                () -> {
                  try (socket) {
                    socket.getInputStream().transferTo(socket.getOutputStream());
                  } catch (IOException _) {
                    // the client is gone
                  }
                });
      }
    } catch (IOException _) {
      // closed
    }
  }

  private static SSLSocket connect(int port) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustingAll()}, null);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.startHandshake();
    return socket;
  }

  private static BigInteger serial(SSLSocket socket) throws Exception {
    return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
  }
}
