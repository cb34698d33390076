package io.sluice.bench.offload;

import io.sluice.testbed.Bed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.ClusterOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code make bench [N=…] [ROUNDS=…]}: one run on two clusters of its own. */
final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    int pods = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Path folder = Path.of("target", "bench");
    Report report = new Report(run(pods, rounds));
    try (Bed bed = Bed.open("bench")) {
      List<Cluster> clusters = bed.start(List.of(options("home"), options("away")));
      try (Site site =
          Site.open(clusters.get(0), clusters.get(1), Path.of("deploy", "crds"), folder)) {
        new Course(site, report, pods, rounds).run();
      }
    }
    report.write(folder);
    Files.writeString(Path.of("docs", "benchmarks.md"), report.page());
    System.err.println("target/bench/report.json and docs/benchmarks.md are written");
    boolean overrun =
        report.figures().stream()
            .anyMatch(figure -> figure.key().startsWith("requests_per_pod") && !figure.met());
    System.exit(overrun ? 1 : 0);
  }

  private static ClusterOptions options(String name) {
    return ClusterOptions.named(name).withTuning(ClusterOptions.Tuning.NORMAL.withRaisedLimits());
  }

  private static Map<String, Object> run(int pods, int rounds) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("commit", System.getProperty("bench.commit", "unknown"));
    run.put("command", "make bench N=" + pods + " ROUNDS=" + rounds);
    run.put("pods", pods);
    run.put("rounds", rounds);
    run.put("processors", Runtime.getRuntime().availableProcessors());
    run.put("java", System.getProperty("java.vm.version"));
    return run;
  }
}
