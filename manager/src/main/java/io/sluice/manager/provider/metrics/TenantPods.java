package io.sluice.manager.provider.metrics;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.metrics.PodName;
import io.sluice.translate.metrics.TenantView;
import io.sluice.translate.pod.twin.HopChain;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Whose pods run where. A pod is a consumer's when it says so and lies in a namespace that this
 * cluster made for that consumer: the label alone proves nothing.
 */
final class TenantPods implements AutoCloseable {
  private final Feed<Pod> pods;
  private final Feed<Namespace> namespaces;

  TenantPods(Api api) {
    this.pods =
        new Feed<>(api, Kind.of(Pod.class), Scope.ALL.labels(Labels.ORIGIN), (_, _) -> {})
            .keeping(TenantPods::whereabouts);
    this.namespaces =
        new Feed<>(
            api,
            Kind.of(Namespace.class),
            Scope.ALL.labels(Labels.REMOTE_CLUSTER_ID),
            (_, _) -> {});
  }

  private static Pod whereabouts(Pod pod) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName())
        .withUid(pod.getMetadata().getUid())
        .withResourceVersion(pod.getMetadata().getResourceVersion())
        .addToLabels(Labels.ORIGIN, pod.getMetadata().getLabels().get(Labels.ORIGIN))
        .addToAnnotations(Annotations.HOP_CHAIN, HopChain.of(pod).toString())
        .endMetadata()
        .withNewSpec()
        .withNodeName(pod.getSpec().getNodeName())
        .endSpec()
        .build();
  }

  /**
   * What a consumer may see, and the nodes that know something of it. One of them may be virtual:
   * then its kubelet answers, from further on.
   *
   * @param hops the longest way that one of the pods has come
   */
  record Seen(TenantView view, Set<String> nodes, int hops) {}

  void start() {
    pods.start();
    namespaces.start();
  }

  boolean synced() {
    return pods.synced() && namespaces.synced();
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
    for (Pod pod : pods.all()) {
      String namespace = pod.getMetadata().getNamespace();
      String node = pod.getSpec().getNodeName();
      if (consumer.equals(pod.getMetadata().getLabels().get(Labels.ORIGIN))
          && originals.containsKey(namespace)
          && node != null) {
        names.add(new PodName(namespace, pod.getMetadata().getName()));
        nodes.add(node);
        hops = Math.max(hops, HopChain.of(pod).clusters().size());
      }
    }
    return new Seen(new TenantView(originals, names), nodes, hops);
  }

  @Override
  public void close() {
    pods.close();
    namespaces.close();
  }
}
