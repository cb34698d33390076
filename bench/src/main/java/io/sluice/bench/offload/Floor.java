package io.sluice.bench.offload;

import java.io.IOException;

/** What {@link Bare} takes beside a kubelet: below that no target can be met with these tools. */
record Floor(int pods) implements Scenario {
  private static final long SETTLED_MILLIS = 5000;

  @Override
  public void run(Site site, Report report) throws IOException {
    try (Program bare = site.bare()) {
      Until.pause(SETTLED_MILLIS);
      report.add(Figure.of("floor.cold_start_cpu_s", "s", NONE, bare.cpuSeconds()));
      report.add(Figure.of("floor.idle_pss_mb", "MB", NONE, bare.pssMegabytes()));
      Burst.run(site, Burst.Kind.OFFLOADED, "bare-first", pods);
      double before = bare.cpuSeconds();
      double kubelet = site.kubelet().cpuSeconds();
      Burst.run(site, Burst.Kind.OFFLOADED, "bare-second", pods);
      double least = bare.cpuSeconds() - before;
      double whole = site.kubelet().cpuSeconds() - kubelet;
      report.add(
          Figure.of("floor.cpu_s_per_1000_pods.kubelet", "s", NONE, least / pods * PER_THOUSAND));
      report.add(Figure.of("floor.cpu_ratio_kubelet", "ratio", NONE, whole / least));
    }
  }
}
