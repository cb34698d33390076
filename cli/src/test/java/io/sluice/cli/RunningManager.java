package io.sluice.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** `sluice manager` as a person starts it: a process of its own, under the installed rights. */
final class RunningManager implements AutoCloseable {
  private final Process process;

  private RunningManager(Process process) {
    this.process = process;
  }

  static RunningManager of(Path kubeconfig, Path folder, String... more) throws IOException {
    Files.createDirectories(folder);
    Path log = folder.resolve("manager.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("manager", "--kubeconfig", kubeconfig.toString()));
    command.addAll(List.of("--kubelet-folder", folder.resolve("kubelets").toString()));
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    RunningManager manager = new RunningManager(process);
    await()
        .atMost(Duration.ofMinutes(3))
        .until(() -> !process.isAlive() || Told.in(kubeconfig, "status").out().contains("running"));
    if (!process.isAlive()) {
      throw new IllegalStateException(Files.readString(log));
    }
    return manager;
  }

  /** Its kubelets end with it. */
  @Override
  public void close() {
    process.destroy();
    process
        .onExit()
        .orTimeout(30, TimeUnit.SECONDS)
        .exceptionally(_ -> process.destroyForcibly())
        .join();
  }
}
