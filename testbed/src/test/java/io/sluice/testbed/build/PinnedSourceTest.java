package io.sluice.testbed.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PinnedSourceTest {
  @Test
  void theKeyNamesModuleAndVersionAndDependsOnTheFiles() {
    PinnedSource one = source("require a v1");
    assertThat(one.key("linux")).startsWith("etcd-3.6.16-").isEqualTo(one.key("linux"));
    assertThat(one.key("linux")).isNotEqualTo(source("require a v2").key("linux"));
    assertThat(one.key("linux")).isNotEqualTo(one.key("mac"));
  }

  @ParameterizedTest
  @EnumSource(GoModule.class)
  void theVersionInTheCodeIsTheOneInTheModuleFile(GoModule module) {
    byte[] file = PinnedSource.of(module).files().getOrDefault("go.mod", new byte[0]);
    String text = new String(file, StandardCharsets.UTF_8);
    String wanted =
        switch (module) {
          case PAUSE -> "module " + module.path();
          case COREDNS -> "github.com/coredns/coredns v" + module.version();
          case KUBERNETES, SUITE, ETCD, KWOK, CONTAINERD, METRICS_SERVER, LOCAL_PATH ->
              module.path() + " v" + module.version();
        };
    assertThat(text).contains(wanted);
  }

  @ParameterizedTest
  @EnumSource(Program.class)
  void everyProgramIsNamedAsAToolOfItsModule(Program program) {
    // A test program is no tool.
    if (EnumSet.of(Program.PAUSE, Program.E2E_TEST).contains(program)) {
      return;
    }
    byte[] file = PinnedSource.of(program.module()).files().getOrDefault("go.mod", new byte[0]);
    assertThat(new String(file, StandardCharsets.UTF_8)).contains(program.goPackage() + "\n");
  }

  private static PinnedSource source(String text) {
    return new PinnedSource(GoModule.ETCD, Map.of("go.mod", text.getBytes(StandardCharsets.UTF_8)));
  }
}
