package io.sluice.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TyposTest {
  private static final List<String> KNOWN = List.of("create", "peer", "unpeer", "--remote-context");

  @ParameterizedTest
  @CsvSource({
    "pear, peer",
    "per, peer",
    "unper, unpeer",
    "--remote-contex, --remote-context",
    "--remotecontext, --remote-context",
    "fly, nothing",
    "'', nothing"
  })
  void findsTheWordThatIsALetterOrTwoAway(String typed, String meant) {
    assertThat(Typos.meant(typed, KNOWN).orElse("nothing")).isEqualTo(meant);
  }
}
