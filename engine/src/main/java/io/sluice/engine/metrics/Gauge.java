package io.sluice.engine.metrics;

import io.sluice.translate.metrics.Sample;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/** How much of something there is. */
public final class Gauge extends Meter {
  private final Map<List<String>, DoubleSupplier> values = new ConcurrentHashMap<>();

  public Gauge(String name, String help, String... labels) {
    super(name, help, labels);
  }

  public void set(double value, String... labels) {
    values.put(key(labels), () -> value);
  }

  /** Shows what is there whenever somebody looks, until the answer is closed. */
  public Following follow(DoubleSupplier value, String... labels) {
    List<String> key = key(labels);
    values.put(key, value);
    return () -> values.remove(key, value);
  }

  /** Something that is followed. */
  public interface Following extends AutoCloseable {
    @Override
    void close();
  }

  /** These and no others. */
  public void replaceAll(Map<List<String>, Double> all) {
    values.keySet().retainAll(all.keySet());
    all.forEach((key, value) -> set(value, key.toArray(String[]::new)));
  }

  @Override
  String type() {
    return "gauge";
  }

  @Override
  List<Sample> samples() {
    return each(values, (key, value) -> sample("", key, value.getAsDouble()));
  }
}
