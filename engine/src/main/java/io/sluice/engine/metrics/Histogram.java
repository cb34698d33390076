package io.sluice.engine.metrics;

import io.sluice.translate.metrics.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** How long something takes, in seconds. */
public final class Histogram extends Meter {
  private static final double[] BOUNDS = {
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300
  };

  private final Map<List<String>, Times> values = new ConcurrentHashMap<>();

  /** Counts up to each bound, and all. */
  private static final class Times {
    final LongAdder[] within = new LongAdder[BOUNDS.length];
    final LongAdder count = new LongAdder();
    final DoubleAdder sum = new DoubleAdder();

    Times() {
      for (int i = 0; i < within.length; i++) {
        within[i] = new LongAdder();
      }
    }

    void add(double seconds) {
      for (int i = 0; i < within.length; i++) {
        if (seconds <= BOUNDS[i]) {
          within[i].increment();
        }
      }
      count.increment();
      sum.add(seconds);
    }
  }

  public Histogram(String name, String help, String... labels) {
    super(name, help, labels);
  }

  public void add(Duration time, String... labels) {
    values.computeIfAbsent(key(labels), _ -> new Times()).add(time.toNanos() / 1e9);
  }

  @Override
  String type() {
    return "histogram";
  }

  @Override
  List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    values.forEach(
        (key, times) -> {
          for (int i = 0; i < BOUNDS.length; i++) {
            samples.add(
                sample("_bucket", key, (double) times.within[i].sum(), "le", text(BOUNDS[i])));
          }
          samples.add(sample("_bucket", key, (double) times.count.sum(), "le", "+Inf"));
          samples.add(sample("_sum", key, times.sum.sum()));
          samples.add(sample("_count", key, (double) times.count.sum()));
        });
    return samples;
  }
}
