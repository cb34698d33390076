package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.time.WallClock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a provider that this consumer lives: a Lease in its tenant namespace there (D-22). It has a
 * thread of its own, so that nothing else that is slow looks like death.
 *
 * <p>It also knows since when the provider can't have heard from us. A request without an answer
 * may have arrived all the same, so it counts as heard; from then on no further one is sent before
 * the provider has answered something else. Over a link that loses only answers we would otherwise
 * keep alive there what we believe dead.
 */
final class SignOfLife implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SignOfLife.class);
  private static final Kind<Lease> LEASES = Kind.of(Lease.class);
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration LASTS = Duration.ofSeconds(40);

  /** Three round trips of a slow link, for a connection that has to be made first. */
  private static final Duration TIMEOUT = Duration.ofSeconds(8);

  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final Api remote;
  private final Ref lease;
  private final String home;
  private final Thread thread;
  private final ReentrantLock giving = new ReentrantLock();
  private volatile long heard = System.nanoTime();
  private boolean doubtful; // guarded by giving

  SignOfLife(Api remote, String namespace, String home) {
    this.remote = remote;
    this.lease = new Ref(namespace, Names.CONSUMER_LEASE);
    this.home = home;
    this.thread = Thread.ofVirtual().name("sign-of-life-" + namespace).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        give();
        Thread.sleep(EVERY);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** Since the provider can last have heard from us. */
  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - heard);
  }

  /** Acts only after so long a silence, and lets no sign of life be given meanwhile. */
  boolean during(Duration atLeast, Runnable act) {
    giving.lock();
    try {
      if (silence().compareTo(atLeast) < 0) {
        return false;
      }
      act.run();
      return true;
    } finally {
      giving.unlock();
    }
  }

  private void give() {
    giving.lock();
    try {
      if (!doubtful || answers()) {
        renew();
        heard = System.nanoTime();
        doubtful = false;
      }
    } catch (ApiFailure failure) {
      LOG.atDebug().addKeyValue("why", failure.getMessage()).log("no sign of life given");
      if (!isRefused(failure)) {
        heard = System.nanoTime();
        doubtful = true;
        if (failure.code() == 0) {
          remote.reset(); // what was sent over these connections is given up with them
        }
      }
    } finally {
      giving.unlock();
    }
  }

  /** An answer that says that nothing was written. */
  private static boolean isRefused(ApiFailure failure) {
    return failure.code() / 100 == 4;
  }

  private boolean answers() {
    try {
      remote.text("/livez", TIMEOUT);
      return true;
    } catch (ApiFailure failure) {
      return false;
    }
  }

  private void renew() {
    Map<String, Object> body =
        Map.of(
            "apiVersion",
            "coordination.k8s.io/v1",
            "kind",
            "Lease",
            "metadata",
            Map.of("name", lease.name(), "namespace", lease.namespace()),
            "spec",
            Map.of(
                "holderIdentity", home,
                "leaseDurationSeconds", LASTS.toSeconds(),
                "renewTime", MICROS.format(WallClock.ours().instant())));
    remote.patch(LEASES, lease, Patch.apply(body, Names.FIELD_MANAGER_PEERING), TIMEOUT);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
