package io.sluice.translate.tenant;

import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.policy.ResourcePool;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.pod.Facts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pools of a provider (D-22): a slice that is named after a pool of its tenant's policy, as {@code
 * gpu} or {@code paris-gpu}, borrows from that one and its pods stay there; any other slice borrows
 * from all of them.
 */
public final class SlicePools {
  private static final String BETWEEN = "-";

  private SlicePools() {}

  /** The pool that a slice is named after; the longest name where several fit. */
  public static Optional<ResourcePool> of(String slice, List<ResourcePool> pools) {
    return pools.stream()
        .filter(pool -> slice.equals(pool.name()) || slice.endsWith(BETWEEN + pool.name()))
        .max((one, other) -> Integer.compare(one.name().length(), other.name().length()));
  }

  /** Labels that pods of a slice are held to; none where they may choose among pools. */
  public static Map<String, String> selector(String slice, List<ResourcePool> pools) {
    return of(slice, pools)
        .or(() -> pools.size() == 1 ? Optional.of(pools.getFirst()) : Optional.empty())
        .map(ResourcePool::nodeSelector)
        .orElse(Map.of());
  }

  /**
   * The ShadowPod with the selector of its slice's pool, whatever the consumer says: who lends
   * decides which nodes.
   */
  public static ShadowPod placed(ShadowPod shadow, List<ResourcePool> pools) {
    var labels = Facts.labels(shadow);
    var slice =
        slice(labels.getOrDefault(Labels.ORIGIN, ""), labels.getOrDefault(Labels.CREATOR_USER, ""));
    var selector = selector(slice, pools);
    if (selector.isEmpty()) {
      return shadow;
    }
    var placed = new ShadowPod();
    placed.setMetadata(shadow.getMetadata());
    placed.setStatus(shadow.getStatus());
    placed.setSpec(
        new ShadowPodSpec(
            new PodSpecBuilder(Facts.spec(shadow)).addToNodeSelector(selector).build()));
    return placed;
  }

  /** Name of the slice whose user this is; empty when it is no user of a slice of the consumer. */
  private static String slice(String consumer, String user) {
    var end = user.lastIndexOf(BETWEEN);
    var name = end < 0 ? "" : user.substring(0, end);
    return Subject.sliceUser(consumer, name).equals(user) ? name : "";
  }
}
