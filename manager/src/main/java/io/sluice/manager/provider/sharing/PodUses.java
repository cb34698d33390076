package io.sluice.manager.provider.sharing;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Demand;
import io.sluice.translate.share.Holding;
import io.sluice.translate.share.Supply;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What live pods take, summed as they come and go: of a pod only its place and its demand are kept,
 * and equal demands are kept once.
 */
final class PodUses {
  private static final int DISTINCT = 1024;

  private record Place(String node, String consumer, String creator) {}

  private record Use(Place place, Amounts amounts) {}

  private record Sum(int pods, Amounts amounts) {}

  private final Map<Ref, Use> byPod = new HashMap<>();
  private final Map<Place, Sum> byPlace = new HashMap<>();
  private final Map<Amounts, Amounts> distinct = new HashMap<>();

  /** Takes in a pod; whether that changed anything. */
  synchronized boolean changed(Ref ref, @Nullable Pod pod) {
    @Nullable Use now = pod == null || !Supply.holds(pod) ? null : use(pod);
    @Nullable Use before = now == null ? byPod.remove(ref) : byPod.put(ref, now);
    if (now == null ? before == null : now.equals(before)) {
      return false;
    }
    if (before != null) {
      byPlace.computeIfPresent(before.place(), (place, sum) -> without(sum, before.amounts()));
    }
    if (now != null) {
      byPlace.merge(now.place(), new Sum(1, now.amounts()), PodUses::plus);
    }
    return true;
  }

  synchronized List<Holding> holdings() {
    List<Holding> holdings = new ArrayList<>();
    byPlace.forEach(
        (place, sum) ->
            holdings.add(
                new Holding(place.node(), place.consumer(), place.creator(), sum.amounts())));
    return holdings;
  }

  private Use use(Pod pod) {
    Map<String, String> labels = Frozen.map(pod.getMetadata().getLabels());
    String node = pod.getSpec().getNodeName() == null ? "" : pod.getSpec().getNodeName();
    String consumer = Supply.consumer(pod).orElse("");
    String creator = consumer.isEmpty() ? "" : labels.getOrDefault(Labels.CREATOR_USER, "");
    Amounts demand = Demand.of(pod);
    if (distinct.size() > DISTINCT) {
      distinct.clear();
    }
    return new Use(
        new Place(node, consumer, creator), distinct.computeIfAbsent(demand, same -> same));
  }

  private static Sum plus(Sum a, Sum b) {
    return new Sum(a.pods() + b.pods(), a.amounts().plus(b.amounts()));
  }

  /** Names of which nothing is left disappear: a resource that nobody has must not be lent. */
  private static @Nullable Sum without(Sum sum, Amounts amounts) {
    if (sum.pods() == 1) {
      return null;
    }
    SortedMap<String, BigDecimal> left = new TreeMap<>(sum.amounts().minus(amounts).byName());
    left.values().removeIf(value -> value.signum() == 0);
    return new Sum(sum.pods() - 1, new Amounts(left));
  }
}
