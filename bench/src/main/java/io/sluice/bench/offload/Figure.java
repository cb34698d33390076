package io.sluice.bench.offload;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One measured number: the median of its samples, and how far they lie apart.
 *
 * @param target what it must not exceed; NaN where there is none
 */
record Figure(String key, String unit, List<Double> samples, double target) {
  Figure {
    samples = List.copyOf(samples);
    if (samples.isEmpty()) {
      throw new IllegalArgumentException(key + " has no sample");
    }
  }

  static Figure of(String key, String unit, double target, double... samples) {
    return new Figure(key, unit, Arrays.stream(samples).boxed().toList(), target);
  }

  double median() {
    return percentile(samples, 50);
  }

  boolean met() {
    return Double.isNaN(target) || median() <= target;
  }

  static double percentile(List<Double> values, double percent) {
    List<Double> sorted = values.stream().sorted().toList();
    double rank = percent / 100 * (sorted.size() - 1);
    int below = (int) Math.floor(rank);
    int above = (int) Math.ceil(rank);
    return sorted.get(below) + (sorted.get(above) - sorted.get(below)) * (rank - below);
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("unit", unit);
    json.put("median", round(median()));
    json.put("samples", samples.stream().map(Figure::round).toList());
    json.put("spread", List.of(round(percentile(samples, 0)), round(percentile(samples, 100))));
    if (!Double.isNaN(target)) {
      json.put("target", target);
      json.put("met", met());
    }
    return json;
  }

  static double round(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
