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
        "By a profile of a start, classes that are loaded and initialised, the command line and the"
            + " first handshakes take most of it; a second of the time is waiting for a serving"
            + " certificate that nobody signs here.");
    WHY.put(
        "cpu_s_per_1000_pods",
        "By a profile of the third burst of 150 pods, reading watch events takes a fifth, TLS"
            + " another one, requests and the translation of pods a seventh each; compilers, which"
            + " took half of it before the second one was left for encryption, a twentieth. Code"
            + " that is still interpreted is the rest: the more pods, the less each costs.");
    WHY.put(
        "memory.kubelet.kb_per_pod",
        "The growth of the whole process: pods that are quiet are kept as compressed bytes, but the"
            + " heap took room while they came, and what ran for the first time was compiled.");
    WHY.put(
        "memory.kubelet.idle_pss_mb",
        "A JVM with the HTTP client and two watches, but no port and no reflection, took 95 MB"
            + " (docs/adr/0001).");
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
