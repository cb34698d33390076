package io.sluice.engine.lead;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.time.WallClock;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds one Lease for this process, or waits for it. Writes are compare-and-swap on the lease's
 * version; {@code leaseTransitions} is the epoch. Leadership ends by our own monotonic clock when
 * it could not be renewed in time, also after the process was stopped for a while.
 */
public final class Elector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Elector.class);
  private static final Kind<Lease> LEASES = Kind.of(Lease.class);

  /** Longer than the controllers of a term take; then the lease is given back all the same. */
  private static final Duration TO_END = Duration.ofSeconds(20);

  private static final Duration A_MOMENT = Duration.ofSeconds(1);

  /** How long a lease lasts, when its holder gives up, how often everyone looks. */
  public record Timing(Duration lease, Duration renewDeadline, Duration retry) {
    public static final Timing DEFAULT =
        new Timing(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
  }

  /**
   * Told on threads of the elector's own, while it goes on renewing. Stopped is told at most once
   * after each started, when that has returned; a start that takes long is interrupted.
   */
  public interface Callbacks {
    void started(int epoch);

    void stopped();
  }

  private final Api api;
  private final Ref lease;
  private final String identity;
  private final Timing timing;
  private final Clock clock;
  private final Candidate candidate;
  private final Callbacks callbacks;
  private final Thread thread;
  private volatile long deadline;
  private volatile boolean leading;
  private volatile String holder = "";
  private volatile boolean closed;
  private volatile boolean failedToBegin;
  private @Nullable Thread term; // belongs to the thread of the elector

  public Elector(Api api, Ref lease, String identity, Timing timing, Callbacks callbacks) {
    this(api, lease, identity, timing, WallClock.ours(), callbacks);
  }

  Elector(Api api, Ref lease, String identity, Timing timing, Clock clock, Callbacks callbacks) {
    this.api = api;
    this.lease = lease;
    this.identity = identity;
    this.timing = timing;
    this.clock = clock;
    this.candidate = new Candidate(identity);
    this.callbacks = callbacks;
    this.thread = Thread.ofVirtual().name("elector-" + lease.name()).unstarted(this::run);
  }

  public Elector start() {
    thread.start();
    return this;
  }

  /** Whether writes are allowed now; asked before each one, so that a paused process stops too. */
  public boolean leads() {
    return leading && System.nanoTime() - deadline < 0;
  }

  /** Who held the lease when it was last looked at; empty when nobody did. */
  public Optional<String> holder() {
    return Optional.of(holder).filter(name -> !name.isEmpty());
  }

  private void run() {
    try {
      while (!closed) {
        round();
        Thread.sleep(timing.retry().plusMillis(ThreadLocalRandom.current().nextLong(200)));
      }
    } catch (InterruptedException stop) {
      // told to end
    } finally {
      boolean _ = Thread.interrupted(); // what was led ends in peace: nobody else begins before
      stopLeading("closed");
    }
  }

  private void round() {
    if (leading && !leads()) {
      stopLeading("lease could not be renewed in time");
    }
    if (leading && failedToBegin) {
      stopLeading("could not begin"); // the next round begins anew
    }
    long before = System.nanoTime();
    try {
      @Nullable Lease present = api.find(LEASES, lease).orElse(null);
      Candidate.Seen seen = seen(present);
      holder = seen == null ? "" : seen.holder();
      switch (candidate.decide(seen, System.nanoTime())) {
        case RENEW, TAKE -> hold(present, before);
        case WAIT -> stopLeading("another holds the lease");
      }
    } catch (ApiFailure failure) {
      if (failure.is(Problem.CONFLICT) || failure.is(Problem.EXISTS)) {
        stopLeading("another took the lease");
      } else {
        LOG.atWarn()
            .addKeyValue("lease", lease)
            .addKeyValue("why", failure.getMessage())
            .log("lease not renewed");
      }
    } catch (RuntimeException bug) {
      // Whatever fails, in a callback too, there must be a next round: nobody else starts one.
      LOG.atError().addKeyValue("lease", lease).setCause(bug).log("election failed");
    }
  }

  private void hold(@Nullable Lease present, long before) {
    Candidate.Seen seen = seen(present);
    int epoch = candidate.epoch();
    Lease wanted = wanted(present, seen != null && seen.holder().equals(identity), epoch);
    Lease held = present == null ? api.create(LEASES, wanted) : api.replace(LEASES, wanted);
    candidate.decide(seen(held), System.nanoTime());
    holder = identity;
    deadline = before + timing.renewDeadline().toNanos();
    if (!leading) {
      leading = true;
      LOG.atInfo().addKeyValue("lease", lease).addKeyValue("epoch", epoch).log("leading");
      begin(epoch);
    }
  }

  /** Beside the renewals: on a busy machine it takes longer to begin than a lease lasts. */
  private void begin(int epoch) {
    failedToBegin = false;
    term =
        Thread.ofVirtual()
            .name("term-" + lease.name())
            .start(
                () -> {
                  try {
                    callbacks.started(epoch);
                  } catch (RuntimeException failure) {
                    failedToBegin = true;
                    LOG.atError()
                        .addKeyValue("lease", lease)
                        .setCause(failure)
                        .log("could not begin");
                  }
                });
  }

  private Lease wanted(@Nullable Lease present, boolean ours, int epoch) {
    ZonedDateTime now = ZonedDateTime.now(clock).withZoneSameInstant(ZoneOffset.UTC);
    LeaseBuilder builder = present == null ? new LeaseBuilder() : new LeaseBuilder(present);
    if (present == null) {
      builder.withMetadata(
          new ObjectMetaBuilder().withNamespace(lease.namespace()).withName(lease.name()).build());
    }
    var spec = builder.editOrNewSpec();
    spec.withHolderIdentity(identity)
        .withLeaseDurationSeconds((int) timing.lease().toSeconds())
        .withLeaseTransitions(epoch)
        .withRenewTime(now);
    if (!ours) {
      spec.withAcquireTime(now);
    }
    return spec.endSpec().build();
  }

  private Candidate.@Nullable Seen seen(@Nullable Lease present) {
    if (present == null) {
      return null;
    }
    LeaseSpec spec = present.getSpec() == null ? new LeaseSpec() : present.getSpec();
    return new Candidate.Seen(
        Objects.toString(present.getMetadata().getResourceVersion(), ""),
        Objects.toString(spec.getHolderIdentity(), ""),
        Duration.ofSeconds(
            Objects.requireNonNullElse(
                spec.getLeaseDurationSeconds(), (int) timing.lease().toSeconds())),
        Objects.requireNonNullElse(spec.getLeaseTransitions(), 0));
  }

  private void stopLeading(String why) {
    if (leading) {
      leading = false;
      LOG.atInfo().addKeyValue("lease", lease).addKeyValue("why", why).log("no longer leading");
      awaitBegun();
      callbacks.stopped();
    }
  }

  private void awaitBegun() {
    Thread beginning = term;
    if (beginning == null) {
      return;
    }
    try {
      if (!beginning.join(A_MOMENT)) {
        beginning.interrupt();
        beginning.join();
      }
    } catch (InterruptedException stop) {
      beginning.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  /** Stops and gives the lease back, so that the next one need not wait. */
  @Override
  public void close() {
    closed = true;
    boolean held = leads();
    thread.interrupt();
    try {
      thread.join(TO_END);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    if (held) {
      release();
    }
  }

  private void release() {
    try {
      Lease present = api.get(LEASES, lease);
      Candidate.Seen seen = seen(present);
      if (seen != null && seen.holder().equals(identity)) {
        api.replace(
            LEASES, new LeaseBuilder(present).editSpec().withHolderIdentity("").endSpec().build());
      }
    } catch (ApiFailure failure) {
      LOG.atDebug().addKeyValue("why", failure.getMessage()).log("lease not released");
    }
  }
}
