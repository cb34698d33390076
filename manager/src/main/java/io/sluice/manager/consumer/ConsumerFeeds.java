package io.sluice.manager.consumer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.policy.ClusterNamespaceOffloading;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the consumer's controllers watch in common, each kind once. */
public final class ConsumerFeeds implements Controller {

  /** What a change is about. */
  public enum Topic {
    NAMESPACE,
    OFFLOADING,
    RULE,
    MAP,
    VIRTUAL_NODE,
    NODE,
    FOREIGN_CLUSTER,
    /** One more feed is complete; only when all are may anybody act. */
    SYNCED
  }

  /** Told of every change; must return at once. */
  @FunctionalInterface
  public interface Listener {
    void changed(Topic topic, Ref ref);
  }

  private static final Ref NOTHING = Ref.cluster("");

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final Feed<Namespace> namespaces;
  private final Feed<NamespaceOffloading> offloadings;
  private final Feed<ClusterNamespaceOffloading> rules;
  private final Feed<NamespaceMap> maps;
  private final Feed<VirtualNode> virtualNodes;
  private final Feed<Node> nodes;
  private final Feed<ForeignCluster> foreignClusters;

  public ConsumerFeeds(Api api) {
    this.namespaces = feed(api, Namespace.class, Scope.ALL, Topic.NAMESPACE);
    this.offloadings = feed(api, NamespaceOffloading.class, Scope.ALL, Topic.OFFLOADING);
    this.rules = feed(api, ClusterNamespaceOffloading.class, Scope.ALL, Topic.RULE);
    this.maps = feed(api, NamespaceMap.class, labelled(Labels.REPLICATION), Topic.MAP);
    this.virtualNodes = feed(api, VirtualNode.class, Scope.ALL, Topic.VIRTUAL_NODE);
    this.nodes =
        feed(
            api,
            Node.class,
            Scope.ALL.labels(Labels.TYPE + "=" + Labels.TYPE_VIRTUAL_NODE),
            Topic.NODE);
    this.foreignClusters = feed(api, ForeignCluster.class, Scope.ALL, Topic.FOREIGN_CLUSTER);
  }

  /** To be called before the feeds are started. */
  public void listen(Listener listener) {
    listeners.add(listener);
  }

  public Feed<Namespace> namespaces() {
    return namespaces;
  }

  public Feed<NamespaceOffloading> offloadings() {
    return offloadings;
  }

  public Feed<ClusterNamespaceOffloading> rules() {
    return rules;
  }

  /** Those that are ours to write, not the copies that consumers of this cluster sent. */
  public Feed<NamespaceMap> maps() {
    return maps;
  }

  public Feed<VirtualNode> virtualNodes() {
    return virtualNodes;
  }

  /** Virtual ones only. */
  public Feed<Node> nodes() {
    return nodes;
  }

  public Feed<ForeignCluster> foreignClusters() {
    return foreignClusters;
  }

  public boolean synced() {
    return all().allMatch(Feed::synced);
  }

  @Override
  public void start() {
    all().forEach(Feed::start);
  }

  @Override
  public void close() {
    all().forEach(Feed::close);
  }

  private Stream<Feed<?>> all() {
    return Stream.of(namespaces, offloadings, rules, maps, virtualNodes, nodes, foreignClusters);
  }

  private <T extends HasMetadata> Feed<T> feed(Api api, Class<T> type, Scope scope, Topic topic) {
    return new Feed<>(
        api,
        Kind.of(type),
        scope,
        new Feed.Listener<>() {
          @Override
          public void changed(Ref ref, @Nullable T now) {
            tell(topic, ref);
          }

          @Override
          public void synced() {
            tell(Topic.SYNCED, NOTHING);
          }
        });
  }

  private void tell(Topic topic, Ref ref) {
    listeners.forEach(listener -> listener.changed(topic, ref));
  }

  private static Scope labelled(String key) {
    return Scope.ALL.labels(key + "=" + Labels.TRUE);
  }

  /** Labels of an object, never null. */
  public static Map<String, String> labels(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }
}
