package io.sluice.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A process by number and start time (clock ticks since boot): numbers are reused, pairs are not.
 */
public record ProcessRecord(long pid, long startTicks) {
  private static final int STATE = 0;
  private static final int START_TIME = 19;

  /** This process. */
  public static ProcessRecord self() {
    return ofPid(ProcessHandle.current().pid())
        .orElseThrow(() -> new IllegalStateException("/proc does not show this process"));
  }

  /** The living process of that number; a zombie is dead once its last thread is. */
  public static Optional<ProcessRecord> ofPid(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      boolean dead = fields(stat)[STATE].equals("Z") && threads(pid) <= 1;
      return dead ? Optional.empty() : Optional.of(parse(stat));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The first thread may be over while others still hold files and ports open. */
  private static long threads(long pid) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      return threads.count();
    }
  }

  /** Reads a line of /proc/PID/stat. The program's name, in brackets, may contain anything. */
  public static ProcessRecord parse(String stat) {
    long pid = Long.parseLong(stat.substring(0, stat.indexOf(' ')));
    return new ProcessRecord(pid, Long.parseLong(fields(stat)[START_TIME]));
  }

  /** Reads what {@link #text} wrote or a whole line of /proc/PID/stat. */
  public static Optional<ProcessRecord> read(Path file) {
    try {
      String text = Files.readString(file).strip();
      if (text.contains("(")) {
        return Optional.of(parse(text));
      }
      String[] parts = text.split(" ", -1);
      return parts.length == 2
          ? Optional.of(new ProcessRecord(Long.parseLong(parts[0]), Long.parseLong(parts[1])))
          : Optional.empty();
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  public String text() {
    return pid + " " + startTicks;
  }

  public boolean alive() {
    return ofPid(pid).filter(this::equals).isPresent();
  }

  /** Sends a signal by name (TERM, KILL, STOP, CONT), unless the process is already gone. */
  public void signal(String name) {
    if (alive()) {
      Shell.run("sh", "-c", "kill -" + name + " " + pid);
    }
  }

  private static String[] fields(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
  }
}
