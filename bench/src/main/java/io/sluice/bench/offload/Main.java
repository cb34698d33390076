package io.sluice.bench.offload;

import io.sluice.testbed.Bed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code make bench [N=…] [ROUNDS=…] [GROWTH=…] [ONLY=…]}: one run on two clusters of its own. */
final class Main {
  private static final Path FOLDER = Path.of("target", "bench");
  private static final Path DOCS = Path.of("docs");
  private static final int LOOPS = 50;
  private static final int TRAINING = 200;

  /**
   * What to measure.
   *
   * @param growth most pods on the axes of growth, and as many stand still; 0: no axes
   */
  private record Size(int pods, int rounds, int growth) {}

  /** Figures of the others stay as an earlier run found them. */
  private record Choice(List<String> only) {
    boolean has(Scenario scenario) {
      return only.isEmpty() || only.contains(name(scenario));
    }
  }

  private Main() {}

  public static void main(String[] args) throws Exception {
    Size size =
        new Size(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    Choice choice = choice(size, args.length > 3 ? args[3] : "");
    Map<String, Object> run = run(size, choice);
    Report report =
        choice.only().isEmpty() ? new Report(run) : Report.after(DOCS.resolve("benchmarks"), run);
    try (Bed bed = Bed.open("bench")) {
      List<Cluster> clusters = Site.clusters(bed);
      try (Site site = open(clusters, true);
          Program _ = site.bare()) {
        System.err.println("training the AOT caches");
        Burst.run(site, Burst.Kind.OFFLOADED, "training", TRAINING);
      }
      try (Site site = open(clusters, false)) {
        for (Scenario scenario : course(size).stream().filter(choice::has).toList()) {
          run(scenario, site, report);
          report.write(FOLDER); // after each: the last ones take long, and may be broken off
          report.publish(DOCS);
        }
      }
    }
    System.err.println("target/bench/report.json and docs/benchmarks.md are written");
    boolean overrun =
        report.figures().stream()
            .anyMatch(figure -> figure.key().startsWith("requests_per_pod") && !figure.met());
    System.exit(overrun ? 1 : 0);
  }

  /** One that fails says so in the report and costs none of the others. */
  private static void run(Scenario scenario, Site site, Report report) {
    try {
      report.forget(name(scenario));
      scenario.run(site, report);
    } catch (IOException | IllegalStateException | BedException failure) {
      report.notMeasured(name(scenario), "failed: " + failure.getMessage());
    }
  }

  private static String name(Scenario scenario) {
    return scenario.getClass().getSimpleName();
  }

  private static Choice choice(Size size, String only) {
    List<String> wanted = only.isBlank() ? List.of() : List.of(only.split(",", -1));
    List<String> known = course(size).stream().map(Main::name).toList();
    for (String name : wanted) {
      if (!known.contains(name)) {
        System.err.printf("bench: no %s here; there are %s%n", name, String.join(", ", known));
        System.exit(2);
      }
    }
    return new Choice(wanted);
  }

  private static Site open(List<Cluster> clusters, boolean training) throws IOException {
    return Site.open(
        clusters.get(0),
        clusters.get(1),
        Path.of("deploy", "crds"),
        FOLDER,
        new Launch(FOLDER, training));
  }

  private static List<Scenario> course(Size size) {
    List<Scenario> course = new ArrayList<>();
    course.add(new ColdStart());
    if (size.growth() > 0) {
      course.add(new NodeGrowth(List.of(1, 3, 10))); // while the first is as new as the others
    }
    course.add(new Bursts(size.pods(), size.rounds()));
    course.add(new Floor(size.pods()));
    course.add(new Counted(size.pods()));
    course.add(new OpenLoop(LOOPS));
    course.add(new Streaming(size.rounds()));
    course.add(new Standing(Math.max(size.pods(), size.growth())));
    if (size.growth() > 0) {
      course.add(new NamespaceGrowth(List.of(1, 5, 20), size.pods()));
      course.add(
          new PodGrowth(Stream.of(100, 1000, 5000).filter(pods -> pods <= size.growth()).toList()));
    }
    course.add(new Exposition(size.pods())); // last: it makes a tenant of who was none before
    return course;
  }

  private static Map<String, Object> run(Size size, Choice choice) {
    Map<String, Object> run = new LinkedHashMap<>();
    String only = choice.only().isEmpty() ? "" : " ONLY=" + String.join(",", choice.only());
    run.put("commit", System.getProperty("bench.commit", "unknown"));
    run.put(
        "command",
        "make bench N=%d ROUNDS=%d GROWTH=%d%s"
            .formatted(size.pods(), size.rounds(), size.growth(), only));
    run.put("processors", Runtime.getRuntime().availableProcessors());
    run.put("java", System.getProperty("java.vm.version"));
    return run;
  }
}
