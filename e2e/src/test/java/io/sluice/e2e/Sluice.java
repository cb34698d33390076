package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testbed.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program as a person runs it. */
final class Sluice {
  private Sluice() {}

  /** Runs a command about a cluster; all that it said. */
  static String in(Cluster cluster, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.sluice.cli.Main"));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--kubeconfig", cluster.kubeconfig().toString()));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(said).isZero();
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stop);
    }
  }
}
