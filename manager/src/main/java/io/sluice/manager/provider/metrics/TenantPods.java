package io.sluice.manager.provider.metrics;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.metrics.PodName;
import io.sluice.translate.metrics.TenantView;
import io.sluice.translate.pod.twin.HopChain;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Whose pods run where. A pod is a consumer's when it says so and lies in a namespace that this
 * cluster made for that consumer: the label alone proves nothing.
 */
public final class TenantPods implements Feed.Listener<Pod>, AutoCloseable {
  private final Map<Ref, Place> places = new ConcurrentHashMap<>();
  private final Feed<Namespace> namespaces;
  private volatile boolean known;

  private record Place(String consumer, String node, int hops) {}

  public TenantPods(Api api) {
    this.namespaces =
        new Feed<>(
            api,
            Kind.of(Namespace.class),
            Scope.ALL.labels(Labels.REMOTE_CLUSTER_ID),
            (_, _) -> {});
  }

  @Override
  public void changed(Ref ref, @Nullable Pod now) {
    @Nullable String consumer =
        now == null ? null : Frozen.map(now.getMetadata().getLabels()).get(Labels.ORIGIN);
    if (now == null || consumer == null || now.getSpec().getNodeName() == null) {
      places.remove(ref);
    } else {
      int hops = HopChain.of(now).clusters().size();
      places.put(ref, new Place(consumer, now.getSpec().getNodeName(), hops));
    }
  }

  @Override
  public void synced() {
    known = true;
  }

  /**
   * What a consumer may see, and the nodes that know something of it. One of them may be virtual:
   * then its kubelet answers, from further on.
   *
   * @param hops the longest way that one of the pods has come
   */
  record Seen(TenantView view, Set<String> nodes, int hops) {}

  void start() {
    namespaces.start();
  }

  boolean isKnown() {
    return known && namespaces.synced();
  }

  Seen of(String consumer) {
    Map<String, String> originals = new HashMap<>();
    for (Namespace namespace : namespaces.all()) {
      String owner = namespace.getMetadata().getLabels().get(Labels.REMOTE_CLUSTER_ID);
      String original =
          Frozen.map(namespace.getMetadata().getAnnotations()).get(Annotations.ORIGINAL_NAME);
      if (consumer.equals(owner) && original != null) {
        originals.put(namespace.getMetadata().getName(), original);
      }
    }
    Set<PodName> names = new HashSet<>();
    Set<String> nodes = new HashSet<>();
    int hops = 1;
    for (Map.Entry<Ref, Place> entry : places.entrySet()) {
      Ref pod = entry.getKey();
      Place place = entry.getValue();
      if (consumer.equals(place.consumer()) && originals.containsKey(pod.namespace())) {
        names.add(new PodName(pod.namespace(), pod.name()));
        nodes.add(place.node());
        hops = Math.max(hops, place.hops());
      }
    }
    return new Seen(new TenantView(originals, names), nodes, hops);
  }

  @Override
  public void close() {
    namespaces.close();
  }
}
