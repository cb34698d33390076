package io.sluice.bench.offload;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything that a run found, as report.json and as a page. */
final class Report {
  private final Map<String, Figure> figures = new LinkedHashMap<>();
  private final Map<String, String> notMeasured = new LinkedHashMap<>();
  private final Map<String, String> plots = new LinkedHashMap<>();
  private final Map<String, Object> run;

  /**
   * @param run how it was made: commit, command, size, machine
   */
  Report(Map<String, Object> run) {
    this.run = new LinkedHashMap<>(run);
  }

  void add(Figure figure) {
    figures.put(figure.key(), figure);
    System.err.printf("%-40s %10.3f %s%n", figure.key(), figure.median(), figure.unit());
  }

  void say(String key, Object value) {
    run.put(key, value);
  }

  /** Keeps a picture for the page. */
  void plot(String name, String svg) {
    plots.put(name, svg);
  }

  void notMeasured(String key, String why) {
    notMeasured.put(key, why);
  }

  List<Figure> figures() {
    return new ArrayList<>(figures.values());
  }

  void write(Path folder) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("run", run);
    Map<String, Object> all = new LinkedHashMap<>();
    figures.forEach(
        (key, figure) -> {
          Map<String, Object> entry = figure.json();
          entry.put("commit", run.getOrDefault("commit", ""));
          entry.put("command", run.getOrDefault("command", ""));
          all.put(key, entry);
        });
    json.put("figures", all);
    json.put("not_measured", notMeasured);
    Files.createDirectories(folder);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(folder.resolve("report.json").toFile(), json);
  }

  /** The page and its pictures. */
  void publish(Path docs) throws IOException {
    Path pictures = docs.resolve("benchmarks");
    Files.createDirectories(pictures);
    for (var plot : plots.entrySet()) {
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
    plots.keySet().forEach(name -> page.append("![%1$s](benchmarks/%1$s.svg)\n\n".formatted(name)));
    page.append("| figure | median | spread | unit | target | |\n|---|---|---|---|---|---|\n");
    figures.values().forEach(figure -> page.append(line(figure)));
    figures.values().stream()
        .filter(figure -> !figure.met())
        .map(figure -> Floors.of(figure.key()))
        .filter(why -> !why.isEmpty())
        .distinct()
        .forEach(why -> page.append('\n').append(why).append('\n'));
    if (!notMeasured.isEmpty()) {
      page.append("\nNot measured:\n\n");
      notMeasured.forEach((key, why) -> page.append("- `%s`: %s\n".formatted(key, why)));
    }
    return page.toString();
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
