package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is taken from a kubeconfig, and the one line about what is wrong with it. */
class EndpointTest {
  private static final String WITH_TOKEN =
      """
      apiVersion: v1
      kind: Config
      current-context: c
      contexts: [{name: c, context: {cluster: c, user: u}}]
      clusters: [{name: c, cluster: {server: "https://example:6443/"}}]
      users: [{name: u, user: {token: secret}}]
      """;

  @Test
  void takesServerAndToken() {
    Endpoint endpoint = Endpoint.fromKubeconfig(WITH_TOKEN);
    assertThat(endpoint.server()).isEqualTo(URI.create("https://example:6443"));
    assertThat(endpoint.token().get()).isEqualTo("secret");
  }

  @Test
  void saysInOneLineWhatIsWrong() {
    assertThatThrownBy(() -> Endpoint.fromKubeconfig("{not yaml: ["))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> Endpoint.fromKubeconfig(Path.of("no-such-file"), null))
        .hasMessage("cannot read kubeconfig no-such-file");
    assertThatThrownBy(
            () -> Endpoint.fromKubeconfig(WITH_TOKEN.replace("current-context: c", "x: y")))
        .hasMessageContaining("has no current context");
  }
}
