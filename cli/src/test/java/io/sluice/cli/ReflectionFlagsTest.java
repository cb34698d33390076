package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.offloading.ReflectorConfig;
import io.sluice.kubelet.reflect.ReflectionOptions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ReflectionFlagsTest {
  @Command
  private static final class Some {
    @Mixin ReflectionFlags flags = new ReflectionFlags();
  }

  @Test
  void withoutFlagsAllIsReflectedInTheUsualWay() {
    assertThat(options()).isEqualTo(ReflectionOptions.DEFAULT);
  }

  @Test
  void eachKindHasItsWorkersAndItsType() {
    ReflectionOptions options =
        options(
            "--secret-reflection-type=AllowList",
            "--ingress-reflection-workers=0",
            "--reflection-mode=Referenced",
            "--enable-storage=true",
            "--remote-real-storage-class-name=fast",
            "--enable-apiserver-support=true",
            "--home-api-server-host=api.example.com");
    assertThat(options.kinds())
        .isEqualTo(
            Map.of(
                "secret", new ReflectorConfig(3, ReflectionType.ALLOW_LIST),
                "ingress", new ReflectorConfig(0, null)));
    assertThat(options.referenced()).isTrue();
    assertThat(options.offers().storageClass()).contains("fast");
    assertThat(options.homeApi())
        .contains(new ReflectionOptions.HomeAccess(Optional.of("api.example.com"), 443));
  }

  @Test
  void aTypeThatNobodyKnowsIsAnErrorBecauseItWouldLetEverythingOut() {
    assertThatThrownBy(() -> options("--secret-reflection-type=AlowList"))
        .isInstanceOf(CommandLine.ParameterException.class)
        .hasMessageContaining("AlowList");
  }

  private static ReflectionOptions options(String... arguments) {
    Some some = new Some();
    CommandLine line = new CommandLine(some);
    ReflectionFlags.addTo(line.getCommandSpec());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.parseArgs(arguments);
    return some.flags.options();
  }
}
