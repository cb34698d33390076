package io.sluice.engine.metrics;

import io.sluice.translate.metrics.Exposition;
import io.sluice.translate.metrics.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A metric with a name, a meaning and labels; all that were made are shown together. */
public abstract sealed class Meter permits Counter, Gauge, Histogram {
  private static final Collection<Meter> ALL = new CopyOnWriteArrayList<>();

  private final String name;
  private final String help;
  private final List<String> labels;

  Meter(String name, String help, String... labels) {
    this.name = name;
    this.help = help;
    this.labels = List.of(labels);
    ALL.add(this); // shown by other threads at worst before its first value
  }

  /** Everything that is measured in this process. */
  public static Exposition all() {
    Exposition all = Exposition.NOTHING;
    for (Meter meter : ALL) {
      all = all.plus(meter.show());
    }
    return all;
  }

  public String name() {
    return name;
  }

  abstract String type();

  abstract List<Sample> samples();

  private Exposition show() {
    List<Sample> samples = samples();
    List<String> header = List.of("# HELP " + name + " " + help, "# TYPE " + name + " " + type());
    return samples.isEmpty()
        ? Exposition.NOTHING
        : new Exposition(Map.of(name, new Exposition.Family(header, samples)));
  }

  List<String> key(String... values) {
    if (values.length != labels.size()) {
      throw new IllegalArgumentException(name + " has labels " + labels);
    }
    return List.of(values);
  }

  Sample sample(String suffix, List<String> values, double value, String... more) {
    Map<String, String> all = new LinkedHashMap<>();
    for (int i = 0; i < labels.size(); i++) {
      all.put(labels.get(i), values.get(i));
    }
    for (int i = 0; i + 1 < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return new Sample(name + suffix, all, text(value), null);
  }

  static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  static <T> List<Sample> each(
      Map<List<String>, T> values, java.util.function.BiFunction<List<String>, T, Sample> shown) {
    List<Sample> samples = new ArrayList<>();
    values.forEach((key, value) -> samples.add(shown.apply(key, value)));
    return samples;
  }
}
