package io.sluice.testbed;

import io.sluice.testbed.build.Program;
import io.sluice.testbed.build.Programs;
import io.sluice.testbed.cli.Main;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.Places;
import io.sluice.testbed.host.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The command line as a process of its own, as people use it. */
public record Launcher(Path folder) {
  /** Starts a command; its output is kept under the name of its first word. */
  public Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    // whoever is started in the background by a script would ignore Ctrl-C, and so would its
    // children
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(Arrays.asList(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve(arguments[0] + ".out").toFile())
        .redirectError(folder.resolve(arguments[0] + ".err").toFile())
        .start();
  }

  public List<String> out(String command) throws IOException {
    return Files.readAllLines(folder.resolve(command + ".out"));
  }

  public List<String> err(String command) throws IOException {
    return Files.readAllLines(folder.resolve(command + ".err"));
  }

  public String kubectl(ClusterFolder cluster, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(new Programs(Places.standard()).path(Program.KUBECTL).toString());
    command.add("--kubeconfig=" + cluster.adminKubeconfig());
    command.addAll(Arrays.asList(arguments));
    return Shell.run(Duration.ofMinutes(1), Map.of(), command).outOrThrow();
  }
}
