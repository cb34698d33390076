package io.sluice.bench.offload;

import io.sluice.testbed.audit.AuditLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The same number of pods over more and more namespaces. */
record NamespaceGrowth(List<Integer> sizes, int pods) implements Scenario {
  private static final long DEADLINE_SECONDS = 300;

  @Override
  public void run(Site site, Report report) throws IOException {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (int size : sizes) {
      List<String> names = IntStream.range(0, size).mapToObj(i -> "wide-" + i).toList();
      AuditLog.Mark mark = site.away.audit().mark();
      site.extend(names.toArray(String[]::new));
      double seconds = spread(site, names);
      double watches = ColdStart.watched(site.away.audit().since(mark).by(Site.CONSUMER));
      String key = "growth.namespaces." + size;
      report.add(Figure.of(key + ".burst_s", "s", NONE, seconds));
      report.add(Figure.of(key + ".remote_watches", "watches", 3.0 * size, watches));
      report.add(Figure.of(key + ".kubelet_pss_mb", "MB", NONE, site.kubelet().pssMegabytes()));
      times.put(size + " namespaces", List.of(seconds));
      site.extend(Site.EXTENDED);
    }
    report.plot("growth-namespaces", Plot.bars(pods + " pods until all run", "s", times));
  }

  private double spread(Site site, List<String> names) throws IOException {
    int each = pods / names.size();
    List<Followed> followed = new ArrayList<>();
    try {
      for (String name : names) {
        followed.add(Followed.pods(site.home, name));
      }
      StringBuilder all = new StringBuilder();
      for (String name : names) {
        all.append(Burst.deployment(Burst.Kind.OFFLOADED, name, "wide", each)).append("---\n");
      }
      long begin = System.nanoTime();
      Site.apply(site.home, all.toString());
      Until.holds(
          "pods of " + names.size() + " namespaces run",
          DEADLINE_SECONDS,
          () -> followed.stream().allMatch(pod -> pod.running() == each));
      double seconds = Burst.seconds(begin, System.nanoTime());
      for (String name : names) {
        site.home.kubectl("delete", "deployment", "wide", "-n", name, "--wait=false").outOrThrow();
      }
      Until.holds(
          "pods of " + names.size() + " namespaces are gone",
          DEADLINE_SECONDS,
          () -> followed.stream().allMatch(pod -> pod.present() == 0));
      return seconds;
    } finally {
      followed.forEach(Followed::close);
    }
  }
}
