package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes of the home cluster stand for which provider; followed once, not per namespace, and
 * from the first question on.
 */
final class Nodes implements AutoCloseable {
  private final Feed<Node> feed;
  private final Runnable changed;
  private final AtomicBoolean started = new AtomicBoolean();
  private final Map<String, String> providers = new ConcurrentHashMap<>();

  /**
   * @param changed told when a node came, went or changed sides, and when all are known
   */
  Nodes(Api home, Runnable changed) {
    this.changed = changed;
    this.feed =
        new Feed<>(home, Kind.of(Node.class), Scope.ALL, new OnNode()).keeping(Nodes::labelled);
  }

  /** Whether all are known; whoever asks is told when they are. */
  boolean known() {
    if (started.compareAndSet(false, true)) {
      feed.start();
    }
    return feed.synced();
  }

  /** Labels of a node; empty for one that is not known. */
  Optional<Map<String, String>> labels(String name) {
    return feed.get(Ref.cluster(name)).map(node -> Frozen.map(node.getMetadata().getLabels()));
  }

  /** The provider behind a node; empty for real and unknown ones. */
  Optional<String> provider(@Nullable String name) {
    return Optional.ofNullable(name)
        .map(known -> providers.getOrDefault(known, ""))
        .filter(provider -> !provider.isEmpty());
  }

  private final class OnNode implements Feed.Listener<Node> {
    @Override
    public void changed(Ref ref, @Nullable Node now) {
      String provider = now == null ? null : of(now);
      String before =
          provider == null ? providers.remove(ref.name()) : providers.put(ref.name(), provider);
      if (feed.synced() && (before == null || !before.equals(provider))) {
        changed.run();
      }
    }

    @Override
    public void synced() {
      changed.run();
    }
  }

  private static String of(Node node) {
    return Frozen.map(node.getMetadata().getLabels()).getOrDefault(Labels.REMOTE_CLUSTER_ID, "");
  }

  private static Node labelled(Node node) {
    return new NodeBuilder()
        .withMetadata(
            new ObjectMetaBuilder()
                .withName(node.getMetadata().getName())
                .withUid(node.getMetadata().getUid())
                .withResourceVersion(node.getMetadata().getResourceVersion())
                .withLabels(node.getMetadata().getLabels())
                .build())
        .build();
  }

  @Override
  public void close() {
    feed.close();
  }
}
