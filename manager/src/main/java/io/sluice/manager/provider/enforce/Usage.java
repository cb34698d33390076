package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Demand;
import io.sluice.translate.share.Supply;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What each identity uses: its live pods, and those whose creation is under way. Rebuilt from live
 * pods after every start; finished pods hold nothing (D-13).
 */
final class Usage {
  private record Entry(String creator, Amounts amounts) {}

  private final Map<String, Entry> byShadow = new HashMap<>();
  private final Map<String, Amounts> byCreator = new HashMap<>();

  /** What an identity uses, one ShadowPod of its own left out. */
  synchronized Amounts of(String creator, String exceptShadow) {
    Amounts all = byCreator.getOrDefault(creator, Amounts.NONE);
    Entry own = byShadow.get(exceptShadow);
    return own != null && own.creator().equals(creator) ? all.minus(own.amounts()) : all;
  }

  synchronized void reserve(String shadow, String creator, Amounts amounts) {
    put(shadow, new Entry(creator, amounts));
  }

  synchronized void release(String shadow) {
    put(shadow, null);
  }

  /** The pod of a ShadowPod as it is now. */
  synchronized void saw(String shadow, Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    String creator = labels == null ? null : labels.get(Labels.CREATOR_USER);
    put(shadow, creator == null || !Supply.holds(pod) ? null : new Entry(creator, Demand.of(pod)));
  }

  private void put(String shadow, @Nullable Entry entry) {
    Entry before = entry == null ? byShadow.remove(shadow) : byShadow.put(shadow, entry);
    if (before != null) {
      byCreator.computeIfPresent(before.creator(), (_, sum) -> sum.minus(before.amounts()));
    }
    if (entry != null) {
      byCreator.merge(entry.creator(), entry.amounts(), Amounts::plus);
    }
  }
}
