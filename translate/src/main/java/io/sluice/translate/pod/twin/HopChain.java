package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Clusters a pod came through, nearest last (§10). */
public record HopChain(List<String> clusters) {
  public HopChain {
    clusters = List.copyOf(clusters);
  }

  public static HopChain of(Pod pod) {
    var chain = Frozen.map(pod.getMetadata().getAnnotations()).get(Annotations.HOP_CHAIN);
    if (chain != null) {
      return new HopChain(
          Arrays.stream(chain.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList());
    }
    // A peer that does not write the chain still says who sent the pod (ML-2).
    var labels = Frozen.map(pod.getMetadata().getLabels());
    var origin = labels.get(Labels.ORIGIN);
    return new HopChain(
        origin != null && labels.containsKey(Labels.MANAGED_BY) ? List.of(origin) : List.of());
  }

  HopChain then(String cluster) {
    return new HopChain(Stream.concat(clusters.stream(), Stream.of(cluster)).toList());
  }

  /** Why this chain must not reach the destination, if so; the chain ends with the origin. */
  Optional<Twin.Refused> refuses(String destination, int limit) {
    if (clusters.contains(destination) || clusters.stream().distinct().count() < clusters.size()) {
      return refuse(
          Reasons.HOP_LOOP, "the pod already came through %s: %s".formatted(destination, this));
    }
    if (clusters.size() > limit) {
      return refuse(
          Reasons.HOP_LIMIT_REACHED,
          "%d hops are allowed, the pod came through %s".formatted(limit, this));
    }
    return Optional.empty();
  }

  private static Optional<Twin.Refused> refuse(String reason, String message) {
    return Optional.of(
        new Twin.Refused(reason, "metadata.annotations[" + Annotations.HOP_CHAIN + "]", message));
  }

  @Override
  public String toString() {
    return String.join(",", clusters);
  }
}
