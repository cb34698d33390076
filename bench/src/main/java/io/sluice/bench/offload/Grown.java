package io.sluice.bench.offload;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;

/** How figures change along the axes of growth, in a sentence for each. */
final class Grown {
  /**
   * Figures {@code growth.<axis>.<size>.<what>}.
   *
   * @param words what is measured
   */
  private record Series(String axis, String what, String words) {
    NavigableMap<Integer, Double> in(List<Figure> figures) {
      NavigableMap<Integer, Double> found = new TreeMap<>();
      String prefix = "growth." + axis + ".";
      String suffix = "." + what;
      for (Figure figure : figures) {
        String key = figure.key();
        if (key.startsWith(prefix) && key.endsWith(suffix)) {
          String size = key.substring(prefix.length(), key.length() - suffix.length());
          found.put(Integer.valueOf(size), figure.median());
        }
      }
      return found;
    }
  }

  private static final List<Series> ALL =
      List.of(
          new Series("pods", "cpu_s_per_1000_pods", "CPU of Sluice for 1,000 pods (s)"),
          new Series("pods", "burst_ratio_double", "a burst, by double"),
          new Series("namespaces", "burst_s", "a burst spread over them (s)"),
          new Series("namespaces", "remote_watches", "watches in the provider"),
          new Series("virtual_nodes", "pss_mb_each", "memory of each kubelet (MB)"),
          new Series("virtual_nodes", "idle_mcore_each", "CPU of each idle kubelet (mcore)"));

  private Grown() {}

  /** None for a series of fewer than two sizes. */
  static List<String> sentences(List<Figure> figures) {
    List<String> sentences = new ArrayList<>();
    for (Series series : ALL) {
      NavigableMap<Integer, Double> found = series.in(figures);
      if (found.size() > 1) {
        sentences.add(sentence(series, found));
      }
    }
    return sentences;
  }

  private static String sentence(Series series, NavigableMap<Integer, Double> found) {
    List<String> points = new ArrayList<>();
    found.forEach(
        (size, value) -> points.add(String.format(Locale.ROOT, "%.1f with %,d", value, size)));
    double factor = found.lastEntry().getValue() / found.firstEntry().getValue();
    return String.format(
        Locale.ROOT,
        "%s, %s: %s; %.1f times as much at the end.",
        series.axis().replace('_', ' '),
        series.words(),
        String.join(", ", points),
        factor);
  }
}
