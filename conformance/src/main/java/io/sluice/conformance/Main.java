package io.sluice.conformance;

import io.sluice.testbed.Bed;
import io.sluice.testbed.build.GoModule;
import io.sluice.testbed.build.Program;
import io.sluice.testbed.build.Programs;
import io.sluice.testbed.host.Places;
import io.sluice.testbed.host.Shell;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * {@code make conformance [FOCUS=… SKIP=… MINUTES=… WORKERS=…]}: what was judged for this commit is
 * not run again.
 */
final class Main {
  private static final Path PAGE = Path.of("docs", "conformance.md");
  private static final Path FOLDER = Path.of("target", "conformance").toAbsolutePath();
  private static final Verdicts VERDICTS = new Verdicts(Path.of("docs", "conformance.jsonl"));

  private static final String BED = "conformance/src/main/java/io/sluice/conformance/Stage.java";

  /** Only these can change what comes of a spec. */
  private static final List<String> TESTED =
      List.of("api", "translate", "engine", "kubelet", "manager", "cli/src/main", BED);

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    Duration time = Duration.ofMinutes(Long.parseLong(arguments[0]));
    int workers = Integer.parseInt(arguments[1]);
    List<Spec> wanted = choose(Specs.frozen(), arguments[2], arguments[3]);
    String commit = commit();
    Instant end = Instant.now().plus(time);
    if (open(Side.BASE, wanted, commit).isEmpty() && open(Side.VIRTUAL, wanted, commit).isEmpty()) {
      System.out.println("all chosen specs were judged before");
    } else {
      judge(wanted, commit, workers, end);
    }
    write();
  }

  /**
   * Both by regular expressions; empty: all, none. Neighbours are alike slow: mixed, some work
   * while others wait.
   */
  static List<Spec> choose(List<Spec> specs, String focus, String skip) {
    Pattern only = Pattern.compile(focus);
    Pattern not = Pattern.compile(skip);
    return specs.stream()
        .filter(spec -> only.matcher(spec.name()).find())
        .filter(spec -> skip.isEmpty() || !not.matcher(spec.name()).find())
        .sorted(Comparator.comparingInt((Spec spec) -> spec.name().hashCode()).reversed())
        .toList();
  }

  private static List<Spec> open(Side side, List<Spec> wanted, String commit) {
    return new Todo(VERDICTS.all(), commit).of(side, wanted);
  }

  private static void judge(List<Spec> wanted, String commit, int workers, Instant end)
      throws IOException, InterruptedException {
    Programs programs = new Programs(Places.standard());
    Suite suite = new Suite(programs.path(Program.E2E_TEST), programs.path(Program.KUBECTL));
    Path folder = FOLDER.resolve(Long.toString(Instant.now().getEpochSecond()));
    try (Bed bed = Bed.open("conformance");
        Stage stage = Stage.start(bed)) {
      // Both sides at once: the suite mostly waits. What disturbs others runs after that, alone.
      List<Thread> threads = new ArrayList<>();
      for (Side side : Side.values()) {
        List<Spec> specs =
            open(side, wanted, commit).stream().filter(spec -> !spec.alone()).toList();
        threads.addAll(lane(suite, stage, side, commit).start(specs, workers, end, folder));
      }
      join(threads);
      for (Side side : Side.values()) {
        List<Spec> specs = open(side, wanted, commit).stream().filter(Spec::alone).toList();
        join(lane(suite, stage, side, commit).start(specs, 1, end, folder));
      }
    }
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static Lane lane(Suite suite, Stage stage, Side side, String commit) {
    return new Lane(
        suite,
        side,
        stage.kubeconfig(side),
        commit,
        verdicts -> {
          VERDICTS.add(verdicts);
          verdicts.forEach(verdict -> say(System.out, verdict));
        });
  }

  private static void say(PrintStream out, Verdict verdict) {
    out.printf(
        "%s %s (%.0f s) %s %s%n",
        verdict.side(), verdict.outcome(), verdict.seconds(), verdict.spec(), verdict.message());
  }

  private static String commit() {
    List<String> command = new ArrayList<>(List.of("git", "log", "-1", "--format=%h", "--"));
    command.addAll(TESTED);
    return Shell.must(command.toArray(String[]::new)).strip();
  }

  private static void write() throws IOException {
    List<Line> lines = Line.of(Specs.frozen(), VERDICTS.all());
    Files.createDirectories(FOLDER);
    Files.writeString(FOLDER.resolve("report.json"), Report.of(lines));
    Files.writeString(PAGE, Page.of(lines, Specs.reasons(), GoModule.SUITE.version()));
    System.out.println("the score is in " + PAGE);
  }
}
