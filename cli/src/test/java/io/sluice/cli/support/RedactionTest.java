package io.sluice.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.engine.kube.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets are planted wherever people put them; none of them is found again. */
class RedactionTest {
  private static final String PLANTED = "hunter2";

  @Test
  void hidesWhatPeopleWriteIntoPodsAndKeepsTheRest() {
    Map<String, Object> container =
        Map.of(
            "name", "web",
            "image", "registry.example/web:1",
            "args", List.of("--password", PLANTED),
            "command", List.of("run", PLANTED),
            "env", List.of(Map.of("name", "PASSWORD", "value", PLANTED)));
    Map<String, Object> shadowPod =
        Map.of(
            "kind", "ShadowPod",
            "metadata",
                Map.of(
                    "name", "web",
                    "managedFields", List.of(Map.of("manager", "kubectl")),
                    "annotations",
                        Map.of("kubectl.kubernetes.io/last-applied-configuration", PLANTED)),
            "spec", Map.of("pod", Map.of("containers", List.of(container))),
            "data", Map.of("key", PLANTED));

    String text = Json.yaml(Redaction.of(Json.tree(shadowPod)));

    assertThat(text)
        .doesNotContain(PLANTED, "managedFields")
        .contains("registry.example/web:1", "PASSWORD", Redaction.HIDDEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: Bearer hunter2",
        "login failed, password=hunter2",
        "token: hunter2",
        "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJodW50ZXIyIn0.hunter2",
        "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\nhunter2"
      })
  void hidesWhatLooksLikeASecretInALog(String line) {
    assertThat(Redaction.text("before " + line)).startsWith("before").doesNotContain(PLANTED);
  }

  @Test
  void hidesKeysThatArePacked() {
    String pem =
        "-----BEGIN PRIVATE KEY-----\n" + PLANTED.repeat(10) + "\n-----END PRIVATE KEY-----";
    String packed = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));

    assertThat(Redaction.text("client-key-data: " + packed))
        .doesNotContain(packed.substring(20, 60));
  }
}
