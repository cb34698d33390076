package io.sluice.bench.offload;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether a load that came and went left something, or slowed down who was there before. */
record Growth(List<Sample> samples) {
  /** Heaps and pools take a while to find their size, and the first sample is of a young one. */
  private static final double MEMORY_FACTOR = 1.3;

  private static final double MEMORY_MEGABYTES = 32;

  /** Machines that do nothing else answer within less; how fast is measured by the benchmark. */
  private static final double LATENCY_FACTOR = 3;

  private static final double LATENCY_MILLIS = 1500;
  private static final double QUEUE = 8;

  /**
   * What was seen at one moment, all being quiet.
   *
   * @param queue keys that are due in the kubelet
   * @param latencyMillis from the creation of one pod until it was shown running
   */
  record Sample(
      double kubeletMegabytes, double managerMegabytes, double queue, double latencyMillis) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "kubelet %.0f MB, manager %.0f MB, queue %.0f, pod after %.0f ms",
          kubeletMegabytes,
          managerMegabytes,
          queue,
          latencyMillis);
    }
  }

  Growth {
    samples = List.copyOf(samples);
  }

  /**
   * Compares the first sample, without load, with the last, without it again, and all latencies.
   */
  List<String> found() {
    Sample before = samples.getFirst();
    Sample after = samples.getLast();
    List<String> found = new ArrayList<>();
    if (grew(before.kubeletMegabytes(), after.kubeletMegabytes())) {
      found.add("memory of the kubelet");
    }
    if (grew(before.managerMegabytes(), after.managerMegabytes())) {
      found.add("memory of the manager");
    }
    if (after.queue() > before.queue() + QUEUE) {
      found.add("queue");
    }
    double most = samples.stream().mapToDouble(Sample::latencyMillis).max().orElse(0);
    if (most > before.latencyMillis() * LATENCY_FACTOR + LATENCY_MILLIS) {
      found.add("latency");
    }
    return found;
  }

  private static boolean grew(double before, double after) {
    return after > before * MEMORY_FACTOR + MEMORY_MEGABYTES;
  }
}
