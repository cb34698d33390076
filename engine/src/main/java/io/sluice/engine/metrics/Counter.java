package io.sluice.engine.metrics;

import io.sluice.translate.metrics.Sample;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How often something happened. */
public final class Counter extends Meter {
  private final Map<List<String>, LongAdder> values = new ConcurrentHashMap<>();

  public Counter(String name, String help, String... labels) {
    super(name, help, labels);
  }

  public void add(String... labels) {
    values.computeIfAbsent(key(labels), _ -> new LongAdder()).increment();
  }

  @Override
  String type() {
    return "counter";
  }

  @Override
  List<Sample> samples() {
    return each(values, (key, value) -> sample("", key, (double) value.sum()));
  }
}
