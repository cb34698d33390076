package io.sluice.bench.stack;

import io.sluice.testbed.Bed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.ClusterOptions;
import io.sluice.testbed.model.NodeKind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs every variant in turn on a fresh API server and prints one table: {@code [VARIANT…]}. */
final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    List<Variant> variants =
        args.length == 0
            ? List.of(Variant.values())
            : Arrays.stream(args).map(Variant::valueOf).toList();
    if (variants.stream().noneMatch(Variant::hasClient)) {
      print(measure(variants, Path.of("none"), 0));
    } else {
      try (Bed bed = Bed.open("bench-stack")) {
        Cluster cluster = bed.start(ClusterOptions.named("stack").withNodes(NodeKind.NONE));
        Seeds.sow(cluster.kubeconfig());
        int port = URI.create(cluster.server()).getPort();
        print(measure(variants, cluster.kubeconfig(), port));
      }
    }
    System.exit(0);
  }

  private static Map<Variant, Map<String, String>> measure(
      List<Variant> variants, Path kubeconfig, int apiPort) throws Exception {
    Path folder = Files.createTempDirectory("bench-stack");
    Path store = Identity.create(folder);
    Identity identity = Identity.load(store);
    Map<Variant, Map<String, String>> results = new LinkedHashMap<>();
    try (Echo echo = new Echo(identity.context())) {
      for (Variant variant : variants) {
        System.err.println("running " + variant);
        try (Trial trial = new Trial(variant, kubeconfig, store, echo.port())) {
          results.put(variant, trial.figures());
          int port = trial.ready();
          if (variant.hasClient()) {
            trial.follow(apiPort);
          }
          if (port > 0) {
            trial.splice(identity.context(), port, echo);
          }
        } catch (IOException e) {
          System.err.println(variant + " failed: " + e); // what was measured so far still counts
        }
        System.err.println(variant + " " + results.get(variant));
      }
    } finally {
      Files.delete(store);
      Files.delete(folder);
    }
    return results;
  }

  private static void print(Map<Variant, Map<String, String>> results) {
    List<String> rows = new ArrayList<>();
    results
        .values()
        .forEach(r -> r.keySet().stream().filter(k -> !rows.contains(k)).forEach(rows::add));
    StringBuilder table = new StringBuilder("| |");
    results.keySet().forEach(variant -> table.append(' ').append(variant).append(" |"));
    table.append("\n|---|").append("---|".repeat(results.size()));
    for (String row : rows) {
      table.append("\n| ").append(row).append(" |");
      results
          .values()
          .forEach(r -> table.append(' ').append(r.getOrDefault(row, "–")).append(" |"));
    }
    System.out.println(table);
  }
}
