package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.TestAuthority;
import io.sluice.translate.tenant.Subject;
import java.net.URI;
import java.security.KeyPair;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KubeconfigTest {
  private static final URI SERVER = URI.create("https://provider.example:6443");
  private final TestAuthority authority = new TestAuthority();

  @ParameterizedTest
  @MethodSource("io.sluice.engine.pki.KeysTest#pairs")
  void isUnderstoodByTheClientForEveryKindOfKey(KeyPair pair) {
    String yaml = new Kubeconfig(SERVER, authority.ca(), client(pair), "tenant", null).yaml();

    Endpoint endpoint = Endpoint.fromKubeconfig(yaml);

    assertThat(endpoint.server()).isEqualTo(SERVER);
    assertThat(endpoint.token().get()).isNull();
  }

  @Test
  void saysNothingThatItDoesNotKnow() {
    String yaml = new Kubeconfig(SERVER, null, client(Keys.generate()), null, null).yaml();

    assertThat(yaml)
        .contains("current-context: \"default-context\"", "server: \"" + SERVER + "\"")
        .doesNotContain("certificate-authority", "proxy-url", "namespace", "null");
  }

  @Test
  void neverPrintsTheKey() {
    Kubeconfig config = new Kubeconfig(SERVER, null, client(Keys.generate()), null, null);

    assertThat(config.toString()).doesNotContain("PRIVATE");
  }

  private Kubeconfig.Client client(KeyPair pair) {
    Instant now = Instant.now();
    String certificate =
        authority.sign(Subject.of("home", "liqo.io"), pair.getPublic(), now, now.plusSeconds(3600));
    return new Kubeconfig.Client(certificate, Keys.pem(pair.getPrivate()));
  }
}
