package io.sluice.bench.offload;

import java.util.LinkedHashMap;
import java.util.Map;

/** What stands between a figure and its target, for those that miss it; by the key's beginning. */
final class Floors {
  private static final Map<String, String> WHY = new LinkedHashMap<>();

  static {
    WHY.put(
        "watches",
        "Rights at home are given per extended namespace, and everything in it is reflected: one"
            + " watch for each of ConfigMaps, Secrets, Services, Ingresses and claims is the floor"
            + " there, and ShadowPods, pods and warnings in the provider once a pod is there.");
    WHY.put(
        "cold_start",
        "More than half of the CPU of a start is that of the JVM's compilers, by thread times.");
    WHY.put(
        "cpu_s_per_1000_pods",
        "By thread times compilers take about half of the first burst and a sixth of the second;"
            + " the rest is requests, TLS and JSON in code that is not fully compiled yet.");
  }

  private Floors() {}

  /** Empty where nothing is known. */
  static String of(String key) {
    return WHY.entrySet().stream()
        .filter(entry -> key.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }
}
