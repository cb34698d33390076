package io.sluice.testbed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  @ParameterizedTest
  @CsvSource({
    "up, NAME",
    "up home --nodes=paper, --nodes",
    "up home --port=x, --port",
    "up home home, name of its own",
    "up ../home, ../home",
    "up home --kwok-nodes=-1, -1",
    "sideways, sideways",
    "down --fast, --fast",
    "cut, NAME",
    "cut nowhere-at-all, nowhere-at-all",
    "heal nowhere-at-all, nowhere-at-all",
    "record x nothing, nothing"
  })
  void badInputIsOneLineAndExitCodeTwo(String line, String named) {
    Said said = say(line.split(" "));
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err().strip()).startsWith("sluice testbed: ").contains(named);
    assertThat(said.err().strip().lines()).hasSize(1);
  }

  @Test
  void helpNamesTheCommands() {
    Said said = say("--help");
    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("up", "down", "status");
  }

  private record Said(int code, String out, String err) {}

  private static Said say(String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
      int code = Main.run(arguments);
      return new Said(
          code,
          outBytes.toString(StandardCharsets.UTF_8),
          errBytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
