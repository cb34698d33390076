package io.sluice.bench.offload;

import java.util.LinkedHashMap;
import java.util.Map;

/** What stands between a figure and its target, for those that miss it; by the key's beginning. */
final class Floors {
  private static final Map<String, String> WHY = new LinkedHashMap<>();

  static {
    WHY.put(
        "watches",
        "rights at home are given per extended namespace, and everything in it is reflected: one"
            + " watch for each of ConfigMaps, Secrets, Services, Ingresses and claims is the floor"
            + " there, and ShadowPods, pods and warnings in the provider once a pod is there.");
    WHY.put(
        "cold_start",
        "by the CPU time of its threads, a start is to a third the first compiler's; to a quarter"
            + " each the command line with logging, and models and handshakes that are needed for"
            + " the first time. `floor.cold_start_cpu_s` is what three watches and nothing else"
            + " take with the same libraries.");
    WHY.put(
        "cpu_s_per_1000_pods",
        "by CPU-time samples of the third burst of 700 pods, the HTTP client with TLS takes a third"
            + " of a kubelet's time, reading watch events a fifth, other bodies of requests and"
            + " answers a sixth, translating and comparing a tenth, packing pods that are quiet a"
            + " twentieth. With the second compiler for everything, work took 5 % less and"
            + " compiling more than that, 3,000 pods long. `floor.cpu_s_per_1000_pods.kubelet` is"
            + " what the same JVM takes to follow the same pods and to send as many requests"
            + " without deciding anything, `floor.cpu_ratio_kubelet` how much more a kubelet"
            + " takes.");
    WHY.put(
        "memory.kubelet.kb_per_pod",
        "the growth of the whole process: pods that are quiet are kept as compressed bytes, but the"
            + " heap took room while they came, and what ran for the first time was compiled.");
    WHY.put(
        "memory.kubelet.idle_pss_mb",
        "half of it is the file of the AOT cache, of which processes on one machine share the part"
            + " that is only read, the other half the heap and what the JVM needs for itself."
            + " `floor.idle_pss_mb` is the same for three watches and nothing else.");
    WHY.put(
        "partition_heal_s",
        "each pod takes one write. With 500 pods both processors were busy until the end, with 9.1"
            + " ms of CPU for each pod, of which 1.3 were the kubelet's and the rest Kubernetes'"
            + " own: 2,000 can't take less than 8 s on two processors.");
    WHY.put(
        "delete_ratio_double",
        "the end of an offloaded pod is a chain over both clusters: ShadowPod, remote pod, its end"
            + " on its node, local pod; five requests where two plain pods take four. With 500 pods"
            + " both processors were busy: 61 ms of CPU for each offloaded pod against 37 for two"
            + " plain ones, of which API servers took 28 against 17 and Sluice 14 against the 4"
            + " that it takes to see plain ones go. Without Sluice's own the ratio would be 1.4.");
    WHY.put(
        "burst_ratio_single",
        "both clusters share the processors of one machine, so that double takes about twice as"
            + " long as single already.");
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
