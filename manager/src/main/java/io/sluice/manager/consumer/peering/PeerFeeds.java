package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.IdentityType;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.networking.Configuration;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.border.PeerFacts;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The objects that say something about a peer, found by the label that names it (§1.5). */
final class PeerFeeds implements AutoCloseable {
  private final Feed<Tenant> tenants;
  private final Feed<Identity> identities;
  private final Feed<VirtualNode> virtualNodes;
  private final Feed<Node> nodes;
  private final Feed<Configuration> configurations;

  /**
   * @param changed told the peer that something changed about
   */
  PeerFeeds(Api api, Consumer<String> changed) {
    Scope labelled = Scope.ALL.labels(Labels.REMOTE_CLUSTER_ID);
    Scope virtual =
        Scope.ALL.labels(
            Labels.TYPE + "=" + Labels.TYPE_VIRTUAL_NODE + "," + Labels.REMOTE_CLUSTER_ID);
    this.tenants = new Feed<>(api, Kind.of(Tenant.class), labelled, new OnPeer<>(changed));
    this.identities = new Feed<>(api, Kind.of(Identity.class), labelled, new OnPeer<>(changed));
    this.virtualNodes =
        new Feed<>(api, Kind.of(VirtualNode.class), labelled, new OnPeer<>(changed));
    this.nodes = new Feed<>(api, Kind.of(Node.class), virtual, new OnPeer<>(changed));
    this.configurations =
        new Feed<>(api, Kind.of(Configuration.class), labelled, new OnPeer<>(changed));
  }

  void start() {
    all().forEach(Feed::start);
  }

  boolean synced() {
    return all().stream().allMatch(Feed::synced);
  }

  /** What is known of a peer, apart from the way to it. */
  PeerFacts of(String peer, PeerFacts.Credentials credentials) {
    return new PeerFacts(
        first(tenants, peer),
        credentials,
        about(virtualNodes, peer),
        about(nodes, peer),
        first(configurations, peer));
  }

  @Nullable Identity controlPlane(String peer) {
    return about(identities, peer).stream()
        .filter(identity -> identity.getSpec() != null)
        .filter(identity -> identity.getSpec().type() == IdentityType.CONTROL_PLANE)
        .findFirst()
        .orElse(null);
  }

  private List<Feed<?>> all() {
    return List.of(tenants, identities, virtualNodes, nodes, configurations);
  }

  private static <T extends HasMetadata> @Nullable T first(Feed<T> feed, String peer) {
    List<T> found = about(feed, peer);
    return found.isEmpty() ? null : found.getFirst();
  }

  private static <T extends HasMetadata> List<T> about(Feed<T> feed, String peer) {
    return feed.all().stream().filter(object -> peer.equals(peerOf(object))).toList();
  }

  private static @Nullable String peerOf(HasMetadata object) {
    return Frozen.map(object.getMetadata().getLabels()).get(Labels.REMOTE_CLUSTER_ID);
  }

  private record OnPeer<T extends HasMetadata>(Consumer<String> told) implements Feed.Listener<T> {
    @Override
    public void changed(Ref ref, @Nullable T now) {
      if (now != null) {
        tell(now);
      }
    }

    @Override
    public void gone(Ref ref, T last) {
      tell(last);
    }

    private void tell(T object) {
      @Nullable String peer = peerOf(object);
      if (peer != null) {
        told.accept(peer);
      }
    }
  }

  @Override
  public void close() {
    all().forEach(Feed::close);
  }
}
