package io.sluice.translate.metrics;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * What one consumer sees of the provider's kubelets (§2.9): lines about its own pods, with its own
 * names of their namespaces, and nothing that sums up or names anybody else.
 *
 * @param originals the consumer's name of each of its twin namespaces
 * @param pods its pods, in names of the provider
 */
public record TenantView(Map<String, String> originals, Set<PodName> pods) {
  public TenantView {
    originals = Map.copyOf(originals);
    pods = Set.copyOf(pods);
  }

  public Optional<Sample> see(Sample sample) {
    return sample
        .pod()
        .filter(pods::contains)
        .map(pod -> originals.get(pod.namespace()))
        .map(original -> sample.with(Sample.NAMESPACE, original));
  }

  /**
   * The lines about a node that a client expects beside those of pods, as far as this consumer is
   * concerned: what its pods use together. Sums over the machines would tell what others do.
   */
  public static Exposition withNode(Exposition pods) {
    OptionalLong latest = latest(pods);
    Long at = latest.isPresent() ? Long.valueOf(latest.getAsLong()) : null;
    return node(
            ResourceMetrics.NODE_CPU,
            "counter",
            "Cumulative cpu time consumed by the node in core-seconds",
            new Sample("", Map.of(), sum(pods, ResourceMetrics.POD_CPU), at))
        .plus(
            node(
                ResourceMetrics.NODE_MEMORY,
                "gauge",
                "Current working set of the node in bytes",
                new Sample("", Map.of(), sum(pods, ResourceMetrics.POD_MEMORY), at)))
        .plus(pods);
  }

  static Exposition node(String name, String type, String help, Sample sample) {
    return Exposition.of(
        name, type, "[STABLE] " + help, new Sample(name, Map.of(), sample.value(), sample.at()));
  }

  static OptionalLong latest(Exposition metrics) {
    return metrics
        .samples()
        .map(Sample::at)
        .filter(Objects::nonNull)
        .mapToLong(Long::longValue)
        .max();
  }

  private static String sum(Exposition metrics, String family) {
    return ResourceMetrics.text(metrics.samples(family).mapToDouble(Sample::number).sum());
  }

  /** The pods of a kubelet's summary that this consumer may see, likewise. */
  public List<Map<String, Object>> see(Map<String, Object> summary) {
    return Tree.list(summary.get("pods")).stream()
        .map(this::pod)
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Map<String, Object>> pod(Map<String, Object> pod) {
    Map<String, Object> ref = Tree.map(pod.get("podRef"));
    PodName name = new PodName(Tree.text(ref.get("namespace")), Tree.text(ref.get("name")));
    Function<String, Map<String, Object>> renamed =
        original -> Tree.with(pod, "podRef", Tree.with(ref, "namespace", original));
    return pods.contains(name)
        ? Optional.ofNullable(originals.get(name.namespace())).map(renamed)
        : Optional.empty();
  }
}
