package io.sluice.testbed.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeconfigTest {
  private static final Authority AUTHORITY = Authority.create("test-ca");
  @TempDir Path folder;

  @Test
  void goesToAnotherAddressAndChangesNothingElse() {
    Identity user = AUTHORITY.issue("alice", List.of("devs"), List.of());
    Kubeconfig before = Kubeconfig.of("home", "https://127.0.0.1:1", "CA", user);
    Kubeconfig after = before.withServer("https://127.0.0.1:2");
    assertThat(after.text()).isEqualTo(before.text().replace("127.0.0.1:1", "127.0.0.1:2"));
  }

  @Test
  void isReadableByItsOwnerOnly() throws IOException {
    Identity user = AUTHORITY.issue("alice", List.of(), List.of());
    Path file = Kubeconfig.of("home", "https://127.0.0.1:1", "CA", user).write(folder.resolve("k"));
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "hello", "clusters: []", "clusters: [1]", "a: [b"})
  void saysInOneLineThatAFileIsNoKubeconfig(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("broken"), text);
    assertThatThrownBy(() -> Kubeconfig.read(file))
        .isInstanceOf(BedException.class)
        .message()
        .contains(file.toString())
        .doesNotContain("\n");
  }

  @Test
  void certificatesCarryUserGroupsAndTheAuthoritysSignature() throws Exception {
    X509Certificate certificate =
        AUTHORITY.issue("alice", List.of("devs", "ops"), List.of()).certificate();
    certificate.verify(AUTHORITY.identity().certificate().getPublicKey());
    assertThat(certificate.getSubjectX500Principal().getName())
        .contains("CN=alice", "O=devs", "O=ops");
  }

  @Test
  void serversAreNamedByHostAndAddress() throws Exception {
    X509Certificate certificate =
        AUTHORITY
            .issue("s", List.of(), List.of(Authority.dns("localhost"), Authority.ip("127.0.0.1")))
            .certificate();
    assertThat(certificate.getSubjectAlternativeNames()).hasSize(2);
  }
}
