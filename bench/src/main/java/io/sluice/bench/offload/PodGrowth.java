package io.sluice.bench.offload;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The same burst with more and more pods: cost per pod should not depend on how many there are. */
record PodGrowth(List<Integer> sizes) implements Scenario {
  @Override
  public void run(Site site, Report report) throws IOException {
    Burst.run(site, Burst.Kind.OFFLOADED, "warm", sizes.getFirst());
    Map<String, List<Double>> ratios = new LinkedHashMap<>();
    Map<String, List<Double>> costs = new LinkedHashMap<>();
    for (int size : sizes) {
      Burst twice = Burst.run(site, Burst.Kind.DOUBLE, "twice-" + size, size);
      double before = site.cpuSeconds();
      Burst offloaded = Burst.run(site, Burst.Kind.OFFLOADED, "grown-" + size, size);
      double cost = (site.cpuSeconds() - before) / size * PER_THOUSAND;
      double ratio = offloaded.runningSeconds() / twice.runningSeconds();
      report.add(Figure.of("growth.pods." + size + ".burst_ratio_double", "ratio", NONE, ratio));
      report.add(Figure.of("growth.pods." + size + ".cpu_s_per_1000_pods", "s", NONE, cost));
      ratios.put(size + " pods", List.of(ratio));
      costs.put(size + " pods", List.of(cost));
    }
    report.plot("growth-pods-ratio", Plot.bars("burst, offloaded by double", "ratio", ratios));
    report.plot("growth-pods-cpu", Plot.bars("CPU of Sluice for 1,000 pods", "s", costs));
  }
}
