package io.sluice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TakenOutTest {
  @ParameterizedTest
  @MethodSource("io.sluice.faults.SafetyRules#all")
  void everyRuleIsStillWhereItCanBeTakenOut(TakenOut rule, @TempDir Path folder)
      throws IOException {
    rule.compileTo(folder);
    assertThat(folder.resolve("io")).isDirectory();
  }
}
