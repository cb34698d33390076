package io.sluice.kubelet.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the node's lease on a thread of its own: it says that this process lives, whatever the
 * state of the provider (D-11, T-16).
 */
public final class LeaseKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final Kind<Lease> LEASES = Kind.of(Lease.class);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'");

  private final Api home;
  private final Ref lease;
  private final OwnerReference owner;
  private final Duration duration;
  private final Clock clock;
  private final Thread thread;

  public LeaseKeeper(Api home, OwnerReference node, Duration duration, Clock clock) {
    this.home = home;
    this.lease = new Ref(Names.NODE_LEASE_NAMESPACE, node.getName());
    this.owner = node;
    this.duration = duration;
    this.clock = clock;
    this.thread = Thread.ofPlatform().name("node-lease").daemon().unstarted(this::run);
  }

  public LeaseKeeper start() {
    thread.start();
    return this;
  }

  /** Whether the lease belongs to this very Node. */
  boolean isOf(Node node) {
    return owner.getUid().equals(node.getMetadata().getUid());
  }

  private void run() {
    Duration pause = duration.dividedBy(4);
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Thread.sleep(renew() ? pause : Duration.ofSeconds(1));
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean renew() {
    try {
      patchOrCreate();
      return true;
    } catch (ApiFailure failure) {
      LOG.atWarn().addKeyValue("why", failure.getMessage()).log("node lease not renewed");
      return false;
    }
  }

  private void patchOrCreate() {
    ZonedDateTime now = ZonedDateTime.now(clock).withZoneSameInstant(ZoneOffset.UTC);
    try {
      Map<String, Object> spec =
          Map.of("holderIdentity", lease.name(), "renewTime", MICROS.format(now));
      // The owner too: a lease of a Node that is gone would be collected as garbage again and
      // again.
      Map<String, Object> metadata = Map.of("ownerReferences", List.of(owner));
      home.patch(LEASES, lease, Patch.merge(Map.of("metadata", metadata, "spec", spec)));
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.NOT_FOUND)) {
        throw failure;
      }
      home.create(LEASES, fresh(now));
    }
  }

  private Lease fresh(ZonedDateTime now) {
    return new LeaseBuilder()
        .withNewMetadata()
        .withNamespace(lease.namespace())
        .withName(lease.name())
        .withOwnerReferences(owner)
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(lease.name())
        .withLeaseDurationSeconds((int) duration.toSeconds())
        .withRenewTime(now)
        .endSpec()
        .build();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
