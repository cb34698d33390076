package io.sluice.bench.offload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** One role of Sluice as a process of its own, so that the kernel counts what it takes. */
final class Program implements AutoCloseable {
  private static final long TICK_MILLIS = 10;

  private final Process process;

  Program(Path log, Launch launch, List<String> arguments) throws IOException {
    this(log, launch.flags(), "io.sluice.cli.Main", arguments);
  }

  /** Any other class of the same class path. */
  Program(Path log, List<String> flags, String main, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath(), main));
    command.addAll(arguments);
    Files.createDirectories(log.toAbsolutePath().getParent());
    this.process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /** {@code -Dbench.roles} where libraries of the benchmark itself would be in the way. */
  private static String classPath() {
    return System.getProperty("bench.roles", System.getProperty("java.class.path"));
  }

  /** CPU time used so far, user and system. */
  double cpuSeconds() {
    try {
      return seconds(Files.readString(proc("stat")));
    } catch (IOException e) {
      throw new IllegalStateException("the process is gone", e);
    }
  }

  private static double seconds(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    return ticks * TICK_MILLIS / 1000.0;
  }

  /** The same for each kind of thread that still lives, by the name that the kernel has for it. */
  Map<String, Double> cpuByThread() {
    Map<String, Double> found = new TreeMap<>();
    try (Stream<Path> tasks = Files.list(proc("task"))) {
      for (Path task : tasks.toList()) {
        String stat = Files.readString(task.resolve("stat"));
        String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        found.merge(name.replaceAll("[-# ]*[0-9]*$", ""), seconds(stat), Double::sum);
      }
      return found;
    } catch (IOException e) {
      throw new IllegalStateException("a thread ended while it was looked at", e);
    }
  }

  /** Proportional set size after a collection that the JVM is asked for. */
  double pssMegabytes() {
    collect();
    try {
      for (String line : Files.readAllLines(proc("smaps_rollup"))) {
        if (line.startsWith("Pss:")) {
          return Long.parseLong(line.substring(4).replace("kB", "").strip()) / 1024.0;
        }
      }
      throw new IllegalStateException("no Pss in smaps_rollup");
    } catch (IOException e) {
      throw new IllegalStateException("the process is gone", e);
    }
  }

  private void collect() {
    try {
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  Long.toString(process.pid()),
                  "GC.run")
              .redirectErrorStream(true)
              .start();
      jcmd.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException("jcmd is missing", e);
    }
  }

  private Path proc(String file) {
    return Path.of("/proc", Long.toString(process.pid()), file);
  }

  /** As an orchestrator would: asks, then insists; a JVM in training writes its cache last. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(Duration.ofSeconds(60))) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
