package io.sluice.bench.offload;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** More and more virtual nodes, each with a process of its own, doing nothing. */
record NodeGrowth(List<Integer> sizes) implements Scenario {
  private static final long WATCHED_MILLIS = 10_000;

  @Override
  public void run(Site site, Report report) throws IOException {
    MoreNodes more = new MoreNodes();
    Map<String, List<Double>> memory = new LinkedHashMap<>();
    try {
      for (int size : sizes) {
        more.growTo(site, size);
        double each =
            (site.kubelet().pssMegabytes()
                    + more.programs().stream().mapToDouble(Program::pssMegabytes).sum())
                / size;
        double before = cpu(site, more);
        Until.pause(WATCHED_MILLIS);
        double used = (cpu(site, more) - before) / size * 1000 / (WATCHED_MILLIS / 1000.0);
        String key = "growth.virtual_nodes." + size;
        report.add(Figure.of(key + ".pss_mb_each", "MB", NONE, each));
        report.add(Figure.of(key + ".idle_mcore_each", "mcore", NONE, used));
        memory.put(size + " virtual nodes", List.of(each));
      }
    } finally {
      more.remove(site);
    }
    report.plot("growth-nodes", Plot.bars("memory of each kubelet (PSS)", "MB", memory));
  }

  private static double cpu(Site site, MoreNodes more) {
    return site.kubelet().cpuSeconds()
        + more.programs().stream().mapToDouble(Program::cpuSeconds).sum();
  }
}
