package io.sluice.translate.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /stats/summary} of a virtual node: pods as the provider measured them, and their sum. */
public final class Summary {
  private static final double NANOS = 1e9;
  private static final List<String> MEMORY = List.of("usageBytes", "workingSetBytes", "rssBytes");

  private Summary() {}

  /** What is shown, and the meter to go on with. */
  public record Shown(Map<String, Object> document, CpuMeter meter) {}

  /** Who is asked, since when it runs, and what time it is. */
  public record Node(String name, Instant started, Instant now) {}

  /**
   * @param provided with pods in local names: maybe of other virtual nodes too
   * @param uids the UIDs of this node's pods
   */
  public static Shown of(
      Node node, Map<String, Object> provided, Map<PodName, String> uids, CpuMeter before) {
    List<Map<String, Object>> pods = new ArrayList<>();
    List<CpuMeter.Use> uses = new ArrayList<>();
    for (Map<String, Object> pod : Tree.list(provided.get("pods"))) {
      Map<String, Object> ref = Tree.map(pod.get("podRef"));
      @Nullable String uid =
          uids.get(new PodName(Tree.text(ref.get("namespace")), Tree.text(ref.get("name"))));
      if (uid != null) {
        pods.add(Tree.with(pod, "podRef", Tree.with(ref, "uid", uid)));
        Tree.list(pod.get("containers")).forEach(each -> uses.add(use(uid, each)));
      }
    }
    CpuMeter meter = before.after(uses).only(new HashSet<>(uids.values()));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("node", node(node, pods, meter));
    document.put("pods", pods);
    return new Shown(document, meter);
  }

  private static CpuMeter.Use use(String podUid, Map<String, Object> container) {
    double nanos = Tree.number(Tree.map(container.get("cpu")).get("usageCoreNanoSeconds"));
    return new CpuMeter.Use(
        new CpuMeter.Life(
            podUid, Tree.text(container.get("name")), seconds(container.get("startTime"))),
        nanos / NANOS);
  }

  private static long seconds(@Nullable Object time) {
    try {
      return Instant.parse(Tree.text(time)).getEpochSecond();
    } catch (java.time.format.DateTimeParseException e) {
      return 0;
    }
  }

  private static Map<String, Object> node(
      Node node, List<Map<String, Object>> pods, CpuMeter meter) {
    Map<String, Object> cpu = new LinkedHashMap<>();
    cpu.put("time", node.now().toString());
    cpu.put("usageNanoCores", sum(pods, "cpu", "usageNanoCores"));
    cpu.put("usageCoreNanoSeconds", (long) (meter.seconds() * NANOS));
    Map<String, Object> memory = new LinkedHashMap<>();
    memory.put("time", node.now().toString());
    MEMORY.forEach(key -> memory.put(key, sum(pods, "memory", key)));
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("nodeName", node.name());
    shown.put("startTime", node.started().toString());
    shown.put("cpu", cpu);
    shown.put("memory", memory);
    return shown;
  }

  private static long sum(List<Map<String, Object>> pods, String part, String key) {
    return pods.stream()
        .mapToLong(pod -> (long) Tree.number(Tree.map(pod.get(part)).get(key)))
        .sum();
  }
}
