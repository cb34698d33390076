package io.sluice.faults;

import io.sluice.engine.kube.ApiFailure;
import io.sluice.manager.border.Patience;
import io.sluice.testbed.Bed;
import io.sluice.testbed.host.Shell;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code make faults [RUNS=n SEED=s]}: runs that are on record for this commit are not repeated.
 */
final class Main {
  private static final Path PAGE = Path.of("docs", "faults.md");
  private static final Results RESULTS = new Results(Path.of("docs", "faults.jsonl"));
  private static final List<String> PROVIDERS = List.of("north", "south");

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Judge JUDGE = new Judge(Duration.ofSeconds(10));
  private static final int ATTEMPTS = 3;

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream out = System.out;
    int runs = Integer.parseInt(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    if (arguments.length > 2 && !arguments[2].isBlank()) {
      System.exit(isClean(arguments[2], seed, out) ? 0 : 1);
    }
    String commit = commit();
    boolean complete = false;
    for (int attempt = 0; attempt < ATTEMPTS && !complete; attempt++) {
      complete = isHeld(missing(runs, seed, commit), seed, commit, out);
    }
    Files.writeString(PAGE, MatrixPage.of(RESULTS.all()));
    out.println("the matrix is in " + PAGE);
    long violations =
        RESULTS.all().stream()
            .filter(it -> it.commit().equals(commit) && it.seed() == seed)
            .mapToLong(it -> it.violations().size())
            .sum();
    System.exit(complete && violations == 0 ? 0 : 1);
  }

  /** The last one that changed what is on trial: other ones make no run void. */
  private static String commit() {
    List<String> command = new ArrayList<>(List.of("git", "log", "-1", "--format=%h", "--"));
    for (String module : List.of("api", "translate", "engine", "kubelet", "manager", "cli")) {
      command.add(module + "/src/main");
    }
    return Shell.must(command.toArray(String[]::new)).strip();
  }

  /** Certain faults, by name, for who looks into one of them: nothing is put on record. */
  private static boolean isClean(String names, long seed, PrintStream out)
      throws InterruptedException {
    boolean clean = true;
    try (Bed bed = Bed.open("faults");
        Plane plane = Plane.start(bed, PROVIDERS)) {
      int number = 0;
      for (String name : names.split(",", -1)) {
        Schedule.Step step = new Schedule(seed, PROVIDERS.size()).of(Fault.valueOf(name), number);
        long begin = System.nanoTime();
        Result result = trial(plane, step, "only-" + number++, new Run("", seed, 0));
        out.printf("%s %s%n", Duration.ofNanos(System.nanoTime() - begin), result);
        clean &= result.violations().isEmpty();
      }
    }
    return clean;
  }

  private static List<Integer> missing(int runs, long seed, String commit) throws IOException {
    List<Integer> missing = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      if (!RESULTS.has(commit, seed, run)) {
        missing.add(run);
      }
    }
    return missing;
  }

  /** Whether all could be held; where not, those that were are on record. */
  private static boolean isHeld(List<Integer> runs, long seed, String commit, PrintStream out)
      throws IOException, InterruptedException {
    if (runs.isEmpty()) {
      return true;
    }
    try (Bed bed = Bed.open("faults");
        Plane plane = Plane.start(bed, PROVIDERS)) {
      for (int run : runs) {
        long begin = System.nanoTime();
        RESULTS.add(hold(plane, new Run(commit, seed, run), out));
        out.printf("run %d took %d s%n", run, (System.nanoTime() - begin) / 1_000_000_000);
      }
      return true;
    } catch (IllegalStateException | ApiFailure | Patience.Exhausted notHeld) {
      out.println("begins again on new clusters: " + notHeld.getMessage());
      return false;
    }
  }

  private record Run(String commit, long seed, int number) {}

  private static Result trial(Plane plane, Schedule.Step step, String prefix, Run run)
      throws InterruptedException {
    return step.fault() == Fault.NAMESPACE_DELETED
        ? new NamespaceTrial(plane, step, prefix, PATIENCE)
            .run(JUDGE, run.commit(), run.seed(), run.number())
        : new Trial(plane, step, prefix, PATIENCE)
            .run(JUDGE, run.commit(), run.seed(), run.number());
  }

  private static List<Result> hold(Plane plane, Run run, PrintStream out)
      throws InterruptedException {
    List<Result> results = new ArrayList<>();
    for (Schedule.Step step : new Schedule(run.seed(), PROVIDERS.size()).run(run.number())) {
      String prefix = "s%d-r%d-%d".formatted(run.seed(), run.number(), results.size());
      Result result = trial(plane, step, prefix, run);
      results.add(result);
      out.printf(
          "seed %d run %d: %s: agreed after %d ms%s%n",
          run.seed(),
          run.number(),
          step.fault().words,
          result.agreedMillis(),
          result.violations().isEmpty() ? "" : " VIOLATES " + result.violations());
    }
    return results;
  }
}
