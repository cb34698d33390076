package io.sluice.manager.consumer.virtualnodes;

import io.sluice.engine.work.Backoff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One local process that is started again whenever it ends, after a growing pause. Its output goes
 * to a file. The process of an earlier supervisor that was killed is ended first, since two
 * kubelets of one virtual node would only wait for each other.
 */
final class Supervised {
  private static final Logger LOG = LoggerFactory.getLogger(Supervised.class);
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

  /** Who lives that long did not fail at the start: the next pause is short again. */
  private static final Duration SETTLED = Duration.ofMinutes(1);

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final String name;
  private final List<String> command;
  private final Path folder;
  private final Runnable changed;
  private final Thread keeper;
  private volatile @Nullable Process process;
  private volatile String message = "starting";
  private volatile boolean stopped;

  /**
   * @param folder where its output and its process ID are written
   * @param changed told after each start and end
   */
  Supervised(String name, List<String> command, Path folder, Runnable changed) {
    this.name = name;
    this.command = List.copyOf(command);
    this.folder = folder;
    this.changed = changed;
    this.keeper = Thread.ofVirtual().name("kubelet-" + name).start(this::keep);
  }

  KubeletRunner.State state() {
    @Nullable Process running = process;
    return new KubeletRunner.State(running != null && running.isAlive(), message);
  }

  Path log() {
    return folder.resolve("kubelet.log");
  }

  /** Asks it to end; returns at once. */
  void stop() {
    stopped = true;
    keeper.interrupt();
  }

  boolean ended() {
    return !keeper.isAlive();
  }

  void awaitEnd(Duration timeout) throws InterruptedException {
    keeper.join(timeout);
  }

  private void keep() {
    int failures = 0;
    try {
      endPredecessor();
      while (!stopped) {
        long begun = System.nanoTime();
        int code = once();
        boolean settled = System.nanoTime() - begun > SETTLED.toNanos();
        failures = settled ? 1 : failures + 1;
        Duration pause = PAUSES.after(failures);
        message =
            "ended with exit code %d, starts again in %d ms; its output is in %s"
                .formatted(code, pause.toMillis(), log());
        LOG.atWarn().addKeyValue("kubelet", name).addKeyValue("why", message).log("kubelet ended");
        changed.run();
        Thread.sleep(pause);
      }
    } catch (InterruptedException stop) {
      // told to stop
    } catch (IOException e) {
      message = "can't be started: " + e.getMessage();
      LOG.atError().addKeyValue("kubelet", name).addKeyValue("why", message).log("no kubelet");
    } finally {
      end();
      changed.run();
    }
  }

  private int once() throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    // There is only ever one: whoever comes after a killed one need not wait for its lease to end.
    builder.environment().put("POD_NAME", name);
    Process started =
        builder
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
            .start();
    process = started;
    message = "process " + started.pid();
    Files.writeString(pidFile(), started.pid() + " " + startOf(started.toHandle()));
    LOG.atInfo().addKeyValue("kubelet", name).addKeyValue("pid", started.pid()).log("started");
    changed.run();
    return started.waitFor();
  }

  private void end() {
    @Nullable Process running = process;
    if (running == null) {
      return;
    }
    try {
      running.destroy();
      if (!running.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        running.destroyForcibly().waitFor();
      }
      Files.deleteIfExists(pidFile());
    } catch (InterruptedException again) {
      running.destroyForcibly();
    } catch (IOException e) {
      LOG.atDebug().addKeyValue("why", e.getMessage()).log("file of a process ID stays");
    }
  }

  private void endPredecessor() throws IOException, InterruptedException {
    if (!Files.exists(pidFile())) {
      return;
    }
    String[] words = Files.readString(pidFile()).split(" ", 2);
    Optional<ProcessHandle> left =
        words.length == 2 && words[0].chars().allMatch(Character::isDigit)
            ? ProcessHandle.of(Long.parseLong(words[0]))
            : Optional.empty();
    // A process ID may have been given to somebody else since: the start time tells them apart.
    if (left.isPresent() && startOf(left.get()).equals(words[1])) {
      left.get().destroy();
      long deadline = System.nanoTime() + GRACE.toNanos();
      while (left.get().isAlive() && System.nanoTime() - deadline < 0) {
        Thread.sleep(50);
      }
      left.get().destroyForcibly();
    }
  }

  private static String startOf(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toString).orElse("");
  }

  private Path pidFile() {
    return folder.resolve("kubelet.pid");
  }
}
