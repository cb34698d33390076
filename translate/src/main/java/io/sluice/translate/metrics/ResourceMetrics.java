package io.sluice.translate.metrics;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * {@code /metrics/resource} of a virtual node, as metrics-server reads it (T-38): it refuses
 * counters that go back, drops a pod for one container without a number, and takes the time of a
 * sample seriously.
 */
public final class ResourceMetrics {
  public static final String NODE_CPU = "node_cpu_usage_seconds_total";
  public static final String NODE_MEMORY = "node_memory_working_set_bytes";
  static final String POD_CPU = "pod_cpu_usage_seconds_total";
  static final String POD_MEMORY = "pod_memory_working_set_bytes";
  static final String CONTAINER_CPU = "container_cpu_usage_seconds_total";
  static final String CONTAINER_MEMORY = "container_memory_working_set_bytes";
  static final String CONTAINER_START = "container_start_time_seconds";

  private ResourceMetrics() {}

  /** What is shown, and the meter to go on with. */
  public record Shown(Exposition metrics, CpuMeter meter) {}

  /**
   * @param provided what the provider says, in local names: maybe of other virtual nodes too
   * @param uids the UIDs of this node's pods
   */
  public static Shown of(Exposition provided, Map<PodName, String> uids, CpuMeter before) {
    Exposition mine = ofPods(provided, uids);
    CpuMeter meter = before.after(uses(mine, uids)).only(new HashSet<>(uids.values()));
    Set<PodName> unready = unready(mine);
    Exposition complete =
        mine.view(
            sample ->
                Optional.of(sample).filter(it -> it.pod().filter(unready::contains).isEmpty()));
    OptionalLong latest = TenantView.latest(complete);
    Long at = latest.isPresent() ? Long.valueOf(latest.getAsLong()) : null;
    double memory = mine.samples(CONTAINER_MEMORY).mapToDouble(Sample::number).sum();
    Exposition node =
        TenantView.node(
                NODE_CPU,
                "counter",
                "Cumulative cpu time consumed by the node in core-seconds",
                new Sample("", Map.of(), text(meter.seconds()), at))
            .plus(
                TenantView.node(
                    NODE_MEMORY,
                    "gauge",
                    "Current working set of the node in bytes",
                    new Sample("", Map.of(), text(memory), at)));
    return new Shown(node.plus(complete.map(sample -> sample.at(at))), meter);
  }

  /** Only lines about pods of this node, with their UIDs at home where they have one. */
  public static Exposition ofPods(Exposition provided, Map<PodName, String> uids) {
    return provided.view(
        sample -> sample.pod().map(uids::get).map(uid -> sample.with("pod_uid", uid)));
  }

  private static List<CpuMeter.Use> uses(Exposition metrics, Map<PodName, String> uids) {
    Map<Container, Long> begun = new HashMap<>();
    metrics
        .samples(CONTAINER_START)
        .forEach(sample -> Container.of(sample, uids, it -> begun.put(it, (long) sample.number())));
    List<CpuMeter.Use> uses = new ArrayList<>();
    metrics
        .samples(CONTAINER_CPU)
        .forEach(
            sample ->
                Container.of(
                    sample,
                    uids,
                    it ->
                        uses.add(
                            new CpuMeter.Use(
                                new CpuMeter.Life(
                                    it.podUid(), it.name(), begun.getOrDefault(it, 0L)),
                                sample.number()))));
    return uses;
  }

  private record Container(String podUid, String name) {
    static void of(
        Sample sample, Map<PodName, String> uids, java.util.function.Consumer<Container> then) {
      sample
          .pod()
          .map(uids::get)
          .map(uid -> new Container(uid, sample.labels().getOrDefault(Sample.CONTAINER, "")))
          .ifPresent(then);
    }
  }

  /** Pods with a container that nothing was measured of yet. */
  private static Set<PodName> unready(Exposition metrics) {
    Set<PodName> unready = new HashSet<>();
    for (String family : List.of(CONTAINER_CPU, CONTAINER_MEMORY)) {
      metrics
          .samples(family)
          .filter(sample -> !(sample.number() > 0))
          .forEach(sample -> sample.pod().ifPresent(unready::add));
    }
    return unready;
  }

  static String text(double number) {
    return Double.isFinite(number)
        ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
        : "NaN";
  }
}
