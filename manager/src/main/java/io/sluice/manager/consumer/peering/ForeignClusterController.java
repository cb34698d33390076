package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.core.ForeignClusterSpec;
import io.sluice.api.core.ForeignClusterStatus;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.translate.border.PeerFacts;
import io.sluice.translate.border.PeerStatus;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Mirrors what is known of each peer into a ForeignCluster (§1.5): made when the first object names
 * the peer, computed from scratch at each change, gone with the last object.
 */
public final class ForeignClusterController implements Controller {
  private static final Kind<ForeignCluster> PEERS = Kind.of(ForeignCluster.class);
  private static final Duration SOON = Duration.ofMillis(100);

  private final Api api;
  private final TenantNamespaces namespaces;
  private final Links links;
  private final HealthChecks health;
  private final Clock clock;
  private final PeerFeeds feeds;
  private final Feed<ForeignCluster> peers;
  private final Loop<String> loop = new Loop<>("peers", this::reconcile, Failures.logged("peers"));

  ForeignClusterController(
      Api api, TenantNamespaces namespaces, Links links, HealthChecks health, Clock clock) {
    this.api = api;
    this.namespaces = namespaces;
    this.links = links;
    this.health = health;
    this.clock = clock;
    this.feeds = new PeerFeeds(api, peer -> loop.queue().add(peer));
    this.peers = new Feed<>(api, PEERS, Scope.ALL, (ref, _) -> loop.queue().add(ref.name()));
    health.onChange(
        namespace -> namespaces.peerOf(namespace).ifPresent(peer -> loop.queue().add(peer)));
  }

  @Override
  public void start() {
    feeds.start();
    peers.start();
    loop.start(1);
  }

  private Next reconcile(String peer) {
    if (!feeds.synced() || !peers.synced() || !namespaces.synced()) {
      return Next.again(SOON);
    }
    PeerFacts facts = feeds.of(peer, credentials(peer));
    Optional<ForeignCluster> there = peers.get(Ref.cluster(peer));
    if (facts.isNothing()) {
      there.ifPresent(found -> peers.delete(Ref.of(found), found.getMetadata().getUid(), null));
    } else if (there.isEmpty()) {
      peers.seen(api.create(PEERS, make(peer))); // its status follows with the change
    } else {
      write(there.get(), facts);
    }
    return Next.REST;
  }

  private PeerFacts.Credentials credentials(String peer) {
    @Nullable String namespace = namespaces.of(peer).orElse(null);
    boolean connected = namespace != null && links.of(namespace).isPresent();
    return new PeerFacts.Credentials(
        feeds.controlPlane(peer),
        connected,
        connected && namespace != null ? health.of(namespace) : PeerFacts.Health.UNKNOWN,
        namespace);
  }

  private static ForeignCluster make(String peer) {
    ForeignCluster cluster = new ForeignCluster();
    cluster.setMetadata(
        new ObjectMetaBuilder()
            .withName(peer)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, peer)
            .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
            .build());
    cluster.setSpec(new ForeignClusterSpec(peer));
    return cluster;
  }

  private void write(ForeignCluster there, PeerFacts facts) {
    @Nullable Long generation = there.getMetadata().getGeneration();
    ForeignClusterStatus status =
        PeerStatus.of(
            facts, there.getStatus(), generation == null ? 1 : generation, clock.instant());
    if (!status.equals(there.getStatus())) {
      var steps =
          java.util.List.of(
              Map.of("op", "test", "path", "/metadata/uid", "value", there.getMetadata().getUid()),
              Map.of("op", "add", "path", "/status", "value", status));
      peers.seen(api.patch(PEERS, Ref.of(there), Patch.json(steps).to("status")));
    }
  }

  @Override
  public void close() {
    loop.close();
    feeds.close();
    peers.close();
  }
}
