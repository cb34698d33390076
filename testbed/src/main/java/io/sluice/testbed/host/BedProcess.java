package io.sluice.testbed.host;

import io.sluice.testbed.model.BedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A long-running process of a cluster that can be killed, paused and started again. */
public final class BedProcess {
  // The child writes its own record before it becomes the program: however its parent dies, no
  // process runs that is not on record. A session of its own keeps Ctrl-C for the launcher, which
  // stops the processes in the right order.
  private static final String RECORD_THEN_EXEC =
      "IFS= read -r stat </proc/$$/stat && printf '%s\\n' \"$stat\" >\"$1\" && shift && exec \"$@\"";
  private static final Duration DYING = Duration.ofSeconds(10);

  private final String name;
  private final List<String> command;
  private final Path record;
  private final Path log;

  public BedProcess(String name, List<String> command, Path record, Path log) {
    this.name = name;
    this.command = List.copyOf(command);
    this.record = record;
    this.log = log;
  }

  public String name() {
    return name;
  }

  public Path log() {
    return log;
  }

  public BedProcess start() {
    List<String> whole =
        new ArrayList<>(List.of("setsid", "sh", "-c", RECORD_THEN_EXEC, "sh", record.toString()));
    whole.addAll(command);
    try {
      Files.createDirectories(log.getParent());
      Files.createDirectories(record.getParent());
      Files.deleteIfExists(record);
      new ProcessBuilder(whole)
          .redirectInput(new File("/dev/null"))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new BedException("can't start " + name + ": " + e.getMessage(), e);
    }
    if (!Waiting.until(DYING, () -> ProcessRecord.read(record).isPresent())) {
      throw new BedException(name + " did not start: " + lastWords());
    }
    return this;
  }

  public Optional<ProcessRecord> process() {
    return ProcessRecord.read(record);
  }

  public boolean alive() {
    return process().map(ProcessRecord::alive).orElse(false);
  }

  /** SIGKILL, and waits until it is gone. */
  public void kill() {
    end("KILL", Duration.ZERO);
  }

  /** SIGTERM, then SIGKILL when it is not gone in time. */
  public void stop(Duration patience) {
    end("TERM", patience);
  }

  public void pause() {
    process().ifPresent(running -> running.signal("STOP"));
  }

  public void resume() {
    process().ifPresent(running -> running.signal("CONT"));
  }

  /** Starts it again with the same command line, killing it first when it still runs. */
  public void restart() {
    kill();
    start();
  }

  /** The end of the log, for the message that says why a start failed. */
  public String lastWords() {
    try {
      List<String> lines =
          Files.readAllLines(log).stream().filter(line -> !line.isBlank()).toList();
      return lines.isEmpty() ? "it said nothing" : lines.getLast();
    } catch (IOException e) {
      return "no log at " + log;
    }
  }

  private void end(String signal, Duration patience) {
    Optional<ProcessRecord> running = process();
    if (running.isEmpty()) {
      return;
    }
    ending(running.get(), signal, patience);
  }

  /** Ends a recorded process, and waits until it is gone. */
  public static void ending(ProcessRecord process, String signal, Duration patience) {
    process.signal(signal);
    if (patience.isPositive() && Waiting.until(patience, () -> !process.alive())) {
      return;
    }
    process.signal("KILL");
    if (!Waiting.until(DYING, () -> !process.alive())) {
      throw new BedException("process " + process.pid() + " survives SIGKILL");
    }
  }
}
