package io.sluice.bench.offload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Everything that a run found, as report.json and as a page. */
final class Report {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String FILE = "report.json";

  private final Map<String, Taken> figures = new LinkedHashMap<>();
  private final Map<String, String> notMeasured = new LinkedHashMap<>();
  private final Map<String, String> drawn = new LinkedHashMap<>();
  private final Set<String> plots = new LinkedHashSet<>();
  private final Map<String, Object> run;
  private final Origin origin;

  /** Of which code and how a figure was taken. */
  private record Origin(String commit, String command) {
    static Origin of(Map<String, Object> run) {
      return new Origin(
          run.getOrDefault("commit", "").toString(), run.getOrDefault("command", "").toString());
    }
  }

  private record Taken(Figure figure, Origin origin) {}

  /**
   * @param run how it was made: commit, command, size, machine
   */
  Report(Map<String, Object> run) {
    this.run = new LinkedHashMap<>(run);
    this.origin = Origin.of(run);
  }

  /** Figures of an earlier run stay as they are until they are taken again. */
  static Report after(Path folder, Map<String, Object> run) throws IOException {
    Path file = folder.resolve(FILE);
    Report report = new Report(run);
    if (Files.exists(file)) {
      report.keep(JSON.readTree(file.toFile()));
    }
    return report;
  }

  private void keep(JsonNode earlier) {
    run.clear();
    earlier.path("run").properties().forEach(it -> run.put(it.getKey(), it.getValue().asText()));
    for (var entry : earlier.path("figures").properties()) {
      JsonNode figure = entry.getValue();
      List<Double> samples = new ArrayList<>();
      figure.path("samples").forEach(sample -> samples.add(sample.asDouble()));
      figures.put(
          entry.getKey(),
          new Taken(
              new Figure(
                  entry.getKey(),
                  figure.path("unit").asText(),
                  samples,
                  figure.path("target").asDouble(Scenario.NONE)),
              new Origin(figure.path("commit").asText(), figure.path("command").asText())));
    }
    earlier.path("plots").forEach(name -> plots.add(name.asText()));
    earlier
        .path("not_measured")
        .properties()
        .forEach(it -> notMeasured.put(it.getKey(), it.getValue().asText()));
  }

  void add(Figure figure) {
    figures.put(figure.key(), new Taken(figure, origin));
    System.err.printf("%-40s %10.3f %s%n", figure.key(), figure.median(), figure.unit());
  }

  void say(String key, Object value) {
    run.put(key, value);
  }

  /** Keeps a picture for the page. */
  void plot(String name, String svg) {
    drawn.put(name, svg);
    plots.add(name);
  }

  void notMeasured(String key, String why) {
    notMeasured.put(key, why);
  }

  /** What is said of a scenario that is tried again holds no more. */
  void forget(String key) {
    notMeasured.remove(key);
  }

  List<Figure> figures() {
    return figures.values().stream().map(Taken::figure).toList();
  }

  void write(Path folder) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("run", run);
    Map<String, Object> all = new LinkedHashMap<>();
    figures.forEach(
        (key, taken) -> {
          Map<String, Object> entry = taken.figure().json();
          entry.put("commit", taken.origin().commit());
          entry.put("command", taken.origin().command());
          all.put(key, entry);
        });
    json.put("figures", all);
    json.put("not_measured", notMeasured);
    json.put("plots", plots);
    Files.createDirectories(folder);
    JSON.writeValue(folder.resolve(FILE).toFile(), json);
  }

  /** The page, its pictures and its figures. */
  void publish(Path docs) throws IOException {
    Path pictures = docs.resolve("benchmarks");
    write(pictures);
    for (var plot : drawn.entrySet()) {
      Files.writeString(pictures.resolve(plot.getKey() + ".svg"), plot.getValue());
    }
    Files.writeString(docs.resolve("benchmarks.md"), page());
  }

  private String page() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Benchmarks

        Offloaded pods against plain ones on the same two clusters, interleaved in one run. *Single*
        is N plain pods in one cluster, *double* the same N in both at once, which is the least that
        two clusters can do for N offloaded pods. Ratios and counts hold on any machine; seconds and
        CPU are those of the one named here. Made by `make bench`; a page that is older than the code
        says so by its commit.

        """);
    run.forEach((key, value) -> page.append("- %s: %s\n".formatted(key, value)));
    page.append('\n');
    plots.forEach(name -> page.append("![%1$s](benchmarks/%1$s.svg)\n\n".formatted(name)));
    page.append("| figure | median | spread | unit | target | |\n|---|---|---|---|---|---|\n");
    figures().forEach(figure -> page.append(line(figure)));
    takenAgain(page);
    List<String> grown = Grown.sentences(figures());
    if (!grown.isEmpty()) {
      page.append("\n## How cost grows\n\nOne axis at a time:\n\n");
      grown.forEach(sentence -> page.append("- ").append(sentence).append('\n'));
    }
    floors(page);
    if (!notMeasured.isEmpty()) {
      page.append("\nNot measured:\n\n");
      notMeasured.forEach((key, why) -> page.append("- `%s`: %s\n".formatted(key, why)));
    }
    return page.toString();
  }

  private void floors(StringBuilder page) {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    for (Figure figure : figures()) {
      String why = figure.met() ? "" : Floors.of(figure.key());
      if (!why.isEmpty()) {
        keys.computeIfAbsent(why, _ -> new ArrayList<>()).add("`" + figure.key() + "`");
      }
    }
    if (!keys.isEmpty()) {
      page.append("\n## What stands between figures and targets\n\n");
      keys.forEach(
          (why, those) -> page.append("- %s: %s\n".formatted(String.join(", ", those), why)));
    }
  }

  private void takenAgain(StringBuilder page) {
    Map<Origin, List<String>> again =
        figures.values().stream()
            .filter(taken -> !taken.origin().equals(Origin.of(run)))
            .collect(
                Collectors.groupingBy(
                    Taken::origin,
                    LinkedHashMap::new,
                    Collectors.mapping(
                        taken -> "`" + taken.figure().key() + "`", Collectors.toList())));
    again.forEach(
        (by, keys) ->
            page.append(
                "\nTaken again by `%s` on %s: %s.\n"
                    .formatted(by.command(), by.commit(), String.join(", ", keys))));
  }

  private static String line(Figure figure) {
    boolean open = Double.isNaN(figure.target());
    return "| `%s` | %s | %s–%s | %s | %s | %s |\n"
        .formatted(
            figure.key(),
            Figure.round(figure.median()),
            Figure.round(Figure.percentile(figure.samples(), 0)),
            Figure.round(Figure.percentile(figure.samples(), 100)),
            figure.unit(),
            open ? "" : "≤ " + Figure.round(figure.target()),
            open ? "" : figure.met() ? "met" : "missed");
  }
}
