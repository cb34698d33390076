package io.sluice.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The page that shows which fault met which phase, how often, and what came of it. */
final class MatrixPage {
  /** Fewer hits prove nothing: such a cell stays empty. */
  private static final int ENOUGH = 3;

  private MatrixPage() {}

  /** What the newest code that was tried did; older results prove nothing about it. */
  static String of(List<Result> all) {
    String commit = all.isEmpty() ? "none" : all.getLast().commit();
    List<Result> results = all.stream().filter(it -> it.commit().equals(commit)).toList();
    StringBuilder page =
        new StringBuilder(
            """
            # Faults

            Written by `make faults` from its runs on commit %s; every result with its commit and seed, older ones too, is in
            [faults.jsonl](faults.jsonl).

            A home cluster borrows from two providers; every role of Sluice is a process of its own. A Deployment and a
            StatefulSet stand through everything. Before each fault one pod runs, one runs to the end, one is about to be deleted,
            and a Job works; while it lasts one pod is created, one ends with an exit code, one is deleted, one is left alone, the
            Job's work ends, a Service is created, a ConfigMap changes, and a policy withdraws another one. Then the fault ends,
            and the audit logs of the API servers are read:
            (a) no pod lost, replaced or made twice unless the provider lost it, (b) nothing that finished or was deleted runs
            again, (c) exit codes and data exact, (d) no more promised than there is, (e) what waits says why, (f) nothing shown
            ready while the provider is away, (g) both sides agree again within 10 s, after an absence with one write to what changed once,
            (h) nothing left behind on either side after deletion, (i) threads, sockets and memory of every process return,
            (k) never two leaders writing. Clocks that are wrong are no fault that ends: both sides have to agree while they are.
            That (j) a fenced pod never runs twice is shown by `FencingE2ETest` (`make long`).

            A cell says violations/hits; with fewer than %d hits it is empty. The last columns say how many seconds after the end
            of the fault, or after the user's last act was accepted, both sides agreed again; not counted is the time in which pods
            waited for a scheduler or for the node that has to run them.

            | fault | create | run | finish | delete | p50 | p99 |
            |---|---|---|---|---|---|---|
            """
                .formatted(commit, ENOUGH));
    for (Fault fault : Fault.values()) {
      row(page, fault, results.stream().filter(it -> it.fault() == fault).toList());
    }
    long broken = results.stream().filter(it -> !it.violations().isEmpty()).count();
    page.append("%n%d faults so far, %d with a violation.%n".formatted(results.size(), broken));
    violations(page, results);
    return page.toString();
  }

  private static void row(StringBuilder page, Fault fault, List<Result> results) {
    page.append("| ").append(fault.words).append(" |");
    Arrays.stream(Phase.values())
        .forEach(phase -> page.append(' ').append(cell(phase, results)).append(" |"));
    List<Long> times =
        results.stream().map(Result::agreedMillis).filter(it -> it >= 0).sorted().toList();
    page.append(' ').append(quantile(times, 50)).append(" | ");
    page.append(quantile(times, 99)).append(" |\n");
  }

  private static String cell(Phase phase, List<Result> results) {
    List<Result> hit = results.stream().filter(it -> it.hits().contains(phase)).toList();
    String name = "-" + phase.name().toLowerCase(Locale.ROOT) + " ";
    long violations =
        hit.stream()
            .filter(it -> it.violations().stream().anyMatch(text -> concerns(text, name)))
            .count();
    return hit.size() < ENOUGH ? "" : violations + "/" + hit.size();
  }

  /** What does not name a pod concerns all of them. */
  private static boolean concerns(String violation, String phase) {
    boolean ofOnePod =
        Arrays.stream(Phase.values())
            .anyMatch(it -> violation.contains("-" + it.name().toLowerCase(Locale.ROOT) + " "));
    return violation.contains(phase) || !ofOnePod;
  }

  private static String quantile(List<Long> sorted, int percent) {
    if (sorted.isEmpty()) {
      return "";
    }
    int index = Math.min(sorted.size() - 1, sorted.size() * percent / 100);
    return String.format(Locale.ROOT, "%.1f", sorted.get(index) / 1000.0);
  }

  private static void violations(StringBuilder page, List<Result> results) {
    List<String> lines = new ArrayList<>();
    for (Result result : results) {
      for (String violation : result.violations()) {
        lines.add(
            "- %s, seed %d, run %d, commit %s: %s"
                .formatted(
                    result.fault().words, result.seed(), result.run(), result.commit(), violation));
      }
    }
    if (!lines.isEmpty()) {
      page.append("\n## Violations\n\n").append(String.join("\n", lines)).append('\n');
    }
  }
}
