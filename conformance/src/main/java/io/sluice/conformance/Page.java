package io.sluice.conformance;

import io.sluice.conformance.Line.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The page with the score of each group and every spec that fails. */
final class Page {
  private Page() {}

  static String of(List<Line> lines, Map<String, String> reasons, String version) {
    StringBuilder page = new StringBuilder(head(version));
    Map<String, List<Line>> groups = new LinkedHashMap<>();
    lines.forEach(
        line -> groups.computeIfAbsent(line.spec().group(), _ -> new ArrayList<>()).add(line));
    groups.forEach((group, members) -> page.append(row(group, members)));
    page.append(row("all", lines));
    page.append(commits(lines));
    failures(page, in(lines, State.FAILED));
    byDesign(page, in(lines, State.BY_DESIGN), reasons);
    notCounted(page, in(lines, State.NOT_COUNTED));
    return page.toString();
  }

  private static String head(String version) {
    return """
    # Conformance

    Written by `make conformance`; every verdict with its commit is in [conformance.jsonl](conformance.jsonl).

    Specs of Kubernetes' own end-to-end suite (v%s) run on a home cluster whose only worker is a virtual node. The same
    specs on the provider's own node in the same bed are the base line: what does not pass there is not counted. The list
    of specs is frozen in the repository. Skipped counts as failed. The score is passed here / passed on the base line, of
    those that ran on both sides; what fails by design is part of it. The kubelet of the virtual node runs with
    `--enable-apiserver-support` and `--reflect-all-events`, and its provider permits the tenant what a real node permits.
    It runs beside the control plane with the network of that machine, where kube-proxy is; the two networks are flat.

    | group | specs | base line | virtual node | score | fails by design | not run yet | not counted |
    |---|---|---|---|---|---|---|---|
    """
        .formatted(version);
  }

  private static String row(String group, List<Line> lines) {
    int passed = in(lines, State.PASSED).size();
    int excused = in(lines, State.BY_DESIGN).size();
    int counted = passed + excused + in(lines, State.FAILED).size();
    return "| %s | %d | %d | %d | %s | %d | %d | %d |%n"
        .formatted(
            group,
            lines.size(),
            counted,
            passed,
            score(passed, counted),
            excused,
            in(lines, State.NOT_RUN).size(),
            in(lines, State.NOT_COUNTED).size());
  }

  private static List<Line> in(List<Line> lines, State state) {
    return lines.stream().filter(line -> line.state() == state).toList();
  }

  /** Rounded down: all but one is not all. */
  static String score(long passed, long base) {
    return base == 0
        ? ""
        : String.format(Locale.ROOT, "%.1f %%", Math.floor(1000.0 * passed / base) / 10);
  }

  private static String commits(List<Line> lines) {
    TreeSet<String> commits = new TreeSet<>();
    lines.stream()
        .map(Line::virtual)
        .filter(Objects::nonNull)
        .forEach(verdict -> commits.add(verdict.commit()));
    return commits.isEmpty()
        ? "\nNothing ran yet.\n"
        : "\nCommits of Sluice that were judged: %s.\n".formatted(String.join(", ", commits));
  }

  private static void failures(StringBuilder page, List<Line> lines) {
    if (!lines.isEmpty()) {
      page.append("\n## Fails\n\n");
      lines.forEach(line -> page.append(item(line.spec(), line.virtual())));
    }
  }

  private static void byDesign(StringBuilder page, List<Line> lines, Map<String, String> reasons) {
    if (lines.isEmpty()) {
      return;
    }
    page.append("\n## Fails by design\n");
    reasons.forEach(
        (id, words) -> {
          List<Line> of = lines.stream().filter(it -> it.spec().reason().equals(id)).toList();
          if (!of.isEmpty()) {
            page.append("\n**").append(id).append("**: ").append(words).append("\n\n");
            of.forEach(line -> page.append(item(line.spec(), line.virtual())));
          }
        });
  }

  private static void notCounted(StringBuilder page, List<Line> lines) {
    if (!lines.isEmpty()) {
      page.append("\n## Not counted: does not pass on the base line\n\n");
      lines.forEach(line -> page.append(item(line.spec(), line.base())));
    }
  }

  private static String item(Spec spec, @Nullable Verdict verdict) {
    String message = verdict == null ? "" : verdict.message().replace('`', '\'');
    return "- `%s`: `%s`%n".formatted(spec.name(), message);
  }
}
