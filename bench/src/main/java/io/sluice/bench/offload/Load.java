package io.sluice.bench.offload;

import io.sluice.testbed.Bed;
import io.sluice.testbed.Cluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code make load [PODS=…] [NAMESPACES=…] [NODES=…] [RATE=…] [SECONDS=…]}: one axis after the
 * other. One that has passed for this commit and size is not repeated.
 */
final class Load {
  private static final Path FOLDER = Path.of("target", "load");
  private static final Path RESULTS = Path.of("docs", "load.md");
  private static final String METRICS = "127.0.0.1:" + freePort();
  private static final String HEAD =
      """
      # Load

      Written by `make load`, one line for each axis: the load comes in four steps and goes again. Before, at each step and
      after it, memory of kubelet and manager, the kubelet's queue and the time until one more pod runs are taken; after it
      memory and queue have to be back, and at no step may a pod take more than three times as long as before (and 1.5 s).

      | commit | load | result | before | at full load | after |
      |---|---|---|---|---|---|
      """;

  private Load() {}

  public static void main(String[] args) throws Exception {
    List<Axis> axes =
        List.of(
            new ManyPods(Integer.parseInt(args[0])),
            new ManyNamespaces(Integer.parseInt(args[1])),
            new ManyNodes(Integer.parseInt(args[2])),
            new ConstantChange(
                Integer.parseInt(args[3]), Duration.ofSeconds(Long.parseLong(args[4]))));
    List<Axis> missing = new ArrayList<>();
    for (Axis axis : axes) {
      if (axis.size() > 0 && !isHeld(axis)) {
        missing.add(axis);
      }
    }
    System.exit(missing.isEmpty() || run(missing) ? 0 : 1);
  }

  private static int freePort() {
    try (ServerSocket any = new ServerSocket(0)) {
      return any.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String load(Axis axis) {
    return "| %s | %,d %s | ".formatted(commit(), axis.size(), axis.name());
  }

  private static String commit() {
    return System.getProperty("bench.commit", "unknown");
  }

  private static boolean isHeld(Axis axis) throws IOException {
    return Files.exists(RESULTS) && Files.readString(RESULTS).contains(load(axis) + "no growth");
  }

  private static boolean run(List<Axis> axes) throws IOException {
    boolean passed = true;
    Launch launch =
        new Launch(
            FOLDER, false, List.of("--metrics-enabled=true", "--metrics-address=" + METRICS));
    try (Bed bed = Bed.open("load")) {
      List<Cluster> clusters = Site.clusters(bed);
      try (Site site =
          Site.open(clusters.get(0), clusters.get(1), Path.of("deploy", "crds"), FOLDER, launch)) {
        Burst.run(site, Burst.Kind.OFFLOADED, "warm", 50);
        for (Axis axis : axes) {
          passed &= run(axis, site);
        }
      }
    }
    return passed;
  }

  private static boolean run(Axis axis, Site site) throws IOException {
    List<Growth.Sample> samples = new ArrayList<>(List.of(sample(site, "before")));
    for (int step = 1; step <= Axis.STEPS; step++) {
      axis.grow(site, step);
      samples.add(sample(site, "step-" + step));
      System.err.println(axis.name() + ", step " + step + ": " + samples.getLast());
    }
    axis.shrink(site);
    samples.add(sample(site, "after"));
    return record(axis, new Growth(samples));
  }

  private static boolean record(Axis axis, Growth growth) throws IOException {
    List<String> found = growth.found();
    List<Growth.Sample> samples = growth.samples();
    String line =
        load(axis)
            + (found.isEmpty() ? "no growth" : "grew: " + String.join(", ", found))
            + " | %s | %s | %s |%n"
                .formatted(samples.getFirst(), samples.get(Axis.STEPS), samples.getLast());
    System.err.print(line);
    if (!Files.exists(RESULTS)) {
      Files.writeString(RESULTS, HEAD);
    }
    Files.writeString(RESULTS, line, StandardOpenOption.APPEND);
    return found.isEmpty();
  }

  private static Growth.Sample sample(Site site, String name) throws IOException {
    double latency = latency(site, name);
    return new Growth.Sample(
        site.kubelet().pssMegabytes(), site.manager().pssMegabytes(), queue(), latency);
  }

  /** One more pod, beside whatever there is. */
  private static double latency(Site site, String name) throws IOException {
    try (Followed local = Followed.pods(site.home, Site.EXTENDED)) {
      long begin = System.nanoTime();
      Site.apply(site.home, Burst.deployment(Burst.Kind.OFFLOADED, "probe-" + name, 1));
      Until.holds("one more pod runs", 300, () -> local.readyNamed("probe-" + name + "-") > 0);
      double millis = (System.nanoTime() - begin) / 1e6;
      site.home
          .kubectl("delete", "deployment", "probe-" + name, "-n", Site.EXTENDED, "--wait=false")
          .outOrThrow();
      return millis;
    }
  }

  private static double queue() throws IOException {
    try (InputStream page = URI.create("http://" + METRICS + "/metrics").toURL().openStream()) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith("sluice_queue_depth{"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }
}
