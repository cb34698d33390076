package io.sluice.testbed.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterOptionsTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "Home", "a_b", "-a", "a-", "../x", "1st", "a.b"})
  void refusesANameThatCouldNotBeAHostName(String name) {
    assertThatThrownBy(() -> ClusterOptions.named(name)).isInstanceOf(BedException.class);
  }

  @Test
  void keepsWhatWasSaidBefore() {
    ClusterOptions options =
        ClusterOptions.named("home")
            .withTuning(
                ClusterOptions.Tuning.NORMAL
                    .withRaisedLimits()
                    .withFlags(Component.ETCD, "--debug")
                    .withApiPort(7000))
            .withKwokNodes(3);
    assertThat(options.kwokNodes()).isEqualTo(3);
    assertThat(options.tuning().raisedLimits()).isTrue();
    assertThat(options.tuning().flags(Component.ETCD)).containsExactly("--debug");
    assertThat(options.tuning().flags(Component.KWOK)).isEmpty();
    assertThat(options.tuning().apiPort()).hasValue(7000);
  }
}
