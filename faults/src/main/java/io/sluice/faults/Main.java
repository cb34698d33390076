package io.sluice.faults;

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

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream out = System.out;
    int runs = Integer.parseInt(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    String commit = Shell.must("git", "rev-parse", "--short", "HEAD").strip();
    List<Integer> missing = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      if (!RESULTS.has(commit, seed, run)) {
        missing.add(run);
      }
    }
    int violations = missing.isEmpty() ? 0 : hold(missing, seed, commit, out);
    Files.writeString(PAGE, MatrixPage.of(RESULTS.all()));
    out.println("the matrix is in " + PAGE);
    System.exit(violations == 0 ? 0 : 1);
  }

  private static int hold(List<Integer> runs, long seed, String commit, PrintStream out)
      throws IOException, InterruptedException {
    int violations = 0;
    Schedule schedule = new Schedule(seed, PROVIDERS.size());
    try (Bed bed = Bed.open("faults");
        Plane plane = Plane.start(bed, PROVIDERS)) {
      Judge judge = new Judge(Duration.ofSeconds(10));
      for (int run : runs) {
        List<Result> results = new ArrayList<>();
        int number = 0;
        for (Schedule.Step step : schedule.run(run)) {
          String prefix = "s%d-r%d-%d".formatted(seed, run, number++);
          Result result = new Trial(plane, step, prefix).run(judge, commit, seed, run);
          results.add(result);
          violations += result.violations().size();
          out.printf(
              "seed %d run %d: %s: agreed after %d ms%s%n",
              seed,
              run,
              step.fault().words,
              result.agreedMillis(),
              result.violations().isEmpty() ? "" : " VIOLATES " + result.violations());
        }
        RESULTS.add(results);
      }
    }
    return violations;
  }
}
