package io.sluice.kubelet.serve.tls;

import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.engine.pki.IssuedCertificate.Validity;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.SelfSigned;
import io.sluice.engine.pki.ServingKey;
import io.sluice.engine.pki.ServingNames;
import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Subject;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a certificate in the key: signed by the cluster where it signs, else by ourselves. A new
 * one is fetched when two thirds of its life are over, and every minute while the cluster refuses.
 */
public final class ServingCertificate implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServingCertificate.class);
  private static final Duration SELF_SIGNED = Duration.ofDays(365);
  private static final Duration AGAIN = Duration.ofMinutes(1);
  private static final Duration PROMPT = Duration.ofSeconds(1);
  private static final Duration BACKDATED = Duration.ofMinutes(5);

  /** Asks the cluster for a certificate; nothing when it does not sign in time. */
  @FunctionalInterface
  public interface Signer {
    Optional<String> sign(KeyPair pair, Subject subject, ServingNames names)
        throws InterruptedException;

    /** Whether it is worth asking again after it did not sign. */
    default boolean mayComeLater() {
      return true;
    }
  }

  /** For those who want to sign themselves. */
  public static final Signer NONE =
      new Signer() {
        @Override
        public Optional<String> sign(KeyPair pair, Subject subject, ServingNames names) {
          return Optional.empty();
        }

        @Override
        public boolean mayComeLater() {
          return false;
        }
      };

  private final ServingKey key;
  private final Subject subject;
  private final ServingNames names;
  private final Signer signer;
  private final Clock clock;
  private final Thread renewal;
  private final CountDownLatch obtained = new CountDownLatch(1);

  public ServingCertificate(
      ServingKey key, String nodeName, List<String> addresses, Signer signer, Clock clock) {
    this.key = key;
    this.subject = Subject.of("system:node:" + nodeName, "system:nodes");
    this.names = new ServingNames(List.of(nodeName), addresses);
    this.signer = signer;
    this.clock = clock;
    this.renewal = Thread.ofVirtual().name("serving-certificate").unstarted(this::renew);
  }

  /**
   * One is there when this returns: only then may anybody be told the address (T-39). A cluster
   * that signs does so at once; for one that does not the node need not wait.
   */
  public void start() throws InterruptedException {
    renewal.start();
    if (!obtained.await(PROMPT.toMillis(), TimeUnit.MILLISECONDS)) {
      KeyPair pair = Keys.generate();
      use(ownCertificate(pair), pair, false);
    }
  }

  private void renew() {
    try {
      while (true) {
        Duration rest = Duration.between(clock.instant(), obtain());
        Thread.sleep(rest.isPositive() ? rest : Duration.ofSeconds(1));
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private String ownCertificate(KeyPair pair) {
    Instant now = clock.instant();
    return SelfSigned.create(
        pair, subject, names, new Validity(now.minus(BACKDATED), now.plus(SELF_SIGNED)));
  }

  /** Whatever is made only to bridge the wait never replaces what was waited for. */
  private synchronized void use(String certificate, KeyPair pair, boolean waitedFor) {
    if (!waitedFor && obtained.getCount() == 0) {
      return;
    }
    try {
      key.use(certificate, Keys.pem(pair.getPrivate()));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the certificate cannot be used: " + e.getMessage(), e);
    }
    if (waitedFor) {
      obtained.countDown();
    }
  }

  /** When to come again. */
  private Instant obtain() throws InterruptedException {
    KeyPair pair = Keys.generate();
    Optional<String> signed = signer.sign(pair, subject, names);
    Instant now = clock.instant();
    String certificate = signed.orElseGet(() -> ownCertificate(pair));
    use(certificate, pair, true);
    boolean own = signed.isEmpty() && signer.mayComeLater();
    LOG.atInfo()
        .addKeyValue("names", names)
        .addKeyValue("signedBy", signed.isPresent() ? "cluster" : "itself")
        .log("serving certificate");
    return own ? now.plus(AGAIN) : renewAt(certificate, now);
  }

  private static Instant renewAt(String certificate, Instant now) {
    return IssuedCertificate.read(certificate) instanceof Outcome.Ok(IssuedCertificate issued)
        ? issued.validity().renewAt()
        : now.plus(AGAIN);
  }

  @Override
  public void close() {
    renewal.interrupt();
  }
}
