package io.sluice.bench.offload;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two pods per second, over a short way and over a long one. */
record OpenLoop(int pairs) implements Scenario {
  private static final Duration HALF_TRIP = Duration.ofMillis(50);

  @Override
  public void run(Site site, Report report) throws IOException {
    Latency near = Latency.run(site, "near-", pairs);
    site.link.delay(HALF_TRIP);
    Latency far = Latency.run(site, "far-", pairs);
    site.link.delay(Duration.ZERO);
    report.add(Figure.of("added_latency_ms.p50", "ms", 60, near.added(50)));
    report.add(Figure.of("added_latency_ms.p99", "ms", 250, near.added(99)));
    double trip = 2.0 * HALF_TRIP.toMillis();
    report.add(Figure.of("latency_per_rtt", "ratio", 1.3, (far.added(50) - near.added(50)) / trip));
    Map<String, List<Double>> plot = new LinkedHashMap<>();
    plot.put("plain", near.plainMillis());
    plot.put("offloaded", near.offloadedMillis());
    plot.put("offloaded, RTT 100 ms", far.offloadedMillis());
    report.plot("latency", Plot.bars("from POST to Running, 2 pods/s", "ms", plot));
  }
}
