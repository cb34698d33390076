package io.sluice.bench.offload;

import io.sluice.testbed.net.Direction;
import java.io.IOException;

/** Requests and bytes of one more burst: exact, so once is enough. */
record Counted(int pods) implements Scenario {
  @Override
  public void run(Site site, Report report) throws IOException {
    long before = bytes(site);
    try (Tally tally = new Tally(site)) {
      Burst.run(site, Burst.Kind.OFFLOADED, "counted", pods);
      Until.holds("all of it is gone", 60, tally::gone);
      Tally.PerPod found = tally.perPod(pods);
      report.add(count("kubelet_local", 2, found.kubeletLocal()));
      report.add(count("kubelet_remote", 2, found.kubeletRemote()));
      report.add(count("manager_provider", 2, found.managerProvider()));
      report.add(count("gets", 0, found.gets()));
      report.add(count("noops", 0, found.noops()));
      report.add(count("conflicts", 0, found.conflicts()));
      report.add(count("webhooks", 0, found.webhooks()));
      report.add(Figure.of("persisted_writes_per_pod", "writes", NONE, found.persistedWrites()));
      report.add(Figure.of("slow_pods", "share of pods", NONE, found.slow()));
    }
    report.add(
        Figure.of("wan_bytes_per_pod", "bytes", 40_000, (double) (bytes(site) - before) / pods));
  }

  private static long bytes(Site site) {
    return site.link.bytes(Direction.TO_SERVER) + site.link.bytes(Direction.FROM_SERVER);
  }

  private static Figure count(String key, double budget, double found) {
    return Figure.of("requests_per_pod." + key, "requests", budget, found);
  }
}
