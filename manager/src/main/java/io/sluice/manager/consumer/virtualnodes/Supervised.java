package io.sluice.manager.consumer.virtualnodes;

import io.sluice.engine.work.Backoff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One local process that is started again whenever it ends, after a growing pause. Its output goes
 * to a file. The process of an earlier supervisor that was killed is taken over if it was started
 * in the same way, so that pods do not wait for a new one; otherwise it is ended first, since two
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
  private volatile @Nullable ProcessHandle process;
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
    @Nullable ProcessHandle running = process;
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
      Optional<ProcessHandle> inherited = predecessor();
      while (!stopped) {
        long begun = System.nanoTime();
        String end = inherited.isPresent() ? follow(inherited.get()) : once();
        inherited = Optional.empty();
        boolean settled = System.nanoTime() - begun > SETTLED.toNanos();
        failures = settled ? 1 : failures + 1;
        Duration pause = PAUSES.after(failures);
        message =
            "ended%s, starts again in %d ms; its output is in %s"
                .formatted(end, pause.toMillis(), log());
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

  private String once() throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    // There is only ever one: whoever comes after a killed one need not wait for its lease to end.
    builder.environment().put("POD_NAME", name);
    Process started =
        builder
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
            .start();
    Files.writeString(pidFile(), markOf(started.toHandle()) + "\n" + String.join("\n", command));
    tell(started.toHandle(), "started");
    return " with exit code " + started.waitFor();
  }

  /** Nobody but its parent, who is gone, could learn the exit code. */
  private String follow(ProcessHandle other) throws InterruptedException {
    tell(other, "taken over");
    awaitEnd(other, Duration.ofDays(Integer.MAX_VALUE));
    return "";
  }

  private void tell(ProcessHandle running, String how) {
    process = running;
    message = "process " + running.pid();
    LOG.atInfo().addKeyValue("kubelet", name).addKeyValue("pid", running.pid()).log(how);
    changed.run();
  }

  private void end() {
    @Nullable ProcessHandle running = process;
    if (running == null) {
      return;
    }
    try {
      end(running);
      Files.deleteIfExists(pidFile());
    } catch (InterruptedException again) {
      running.destroyForcibly();
    } catch (IOException e) {
      LOG.atDebug().addKeyValue("why", e.getMessage()).log("file of a process ID stays");
    }
  }

  /** Asks, then insists. */
  private static void end(ProcessHandle running) throws InterruptedException {
    running.destroy();
    if (!awaitEnd(running, GRACE)) {
      running.destroyForcibly();
      awaitEnd(running, GRACE);
    }
  }

  private static boolean awaitEnd(ProcessHandle running, Duration most)
      throws InterruptedException {
    try {
      running.onExit().get(most.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException still) {
      return false;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** What an earlier supervisor left running, if it is what this one would start. */
  private Optional<ProcessHandle> predecessor() throws IOException, InterruptedException {
    if (!Files.exists(pidFile())) {
      return Optional.empty();
    }
    String[] noted = Files.readString(pidFile()).split("\n", 2);
    String[] mark = noted[0].split(" ", 2);
    // A process ID may have been given to somebody else since: the start time tells them apart.
    Optional<ProcessHandle> left =
        mark[0].chars().allMatch(Character::isDigit)
            ? ProcessHandle.of(Long.parseLong(mark[0]))
                .filter(other -> markOf(other).equals(noted[0]))
            : Optional.empty();
    if (left.isPresent() && !(noted.length == 2 && noted[1].equals(String.join("\n", command)))) {
      end(left.get());
      return Optional.empty();
    }
    return left;
  }

  private static String markOf(ProcessHandle handle) {
    return handle.pid() + " " + startOf(handle);
  }

  private static String startOf(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toString).orElse("");
  }

  private Path pidFile() {
    return folder.resolve("kubelet.pid");
  }
}
