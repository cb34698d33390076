package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testbed.Cluster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** What one run of the program said and how it ended. */
record Told(int code, String out, String err) {

  static Told of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    int code = line.execute(arguments);
    return new Told(code, out.toString(), err.toString());
  }

  /** The same, in a cluster. */
  static Told in(Path kubeconfig, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
    return of(all.toArray(String[]::new));
  }

  /** The same, over two clusters. */
  static Told between(Cluster local, Cluster remote, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--remote-kubeconfig", remote.kubeconfig().toString()));
    return in(local.kubeconfig(), all.toArray(String[]::new));
  }

  Told succeeds() {
    assertThat(code).as(err + out).isZero();
    return this;
  }

  /** One line what, one line what to do. */
  void fails(int expected, String... words) {
    assertThat(code).as(err).isEqualTo(expected);
    assertThat(err).contains(words);
    assertThat(Stream.of(err.split("\n")).filter(line -> !line.startsWith("["))).hasSize(2);
  }
}
