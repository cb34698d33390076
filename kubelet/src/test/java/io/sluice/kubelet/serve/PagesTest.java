package io.sluice.kubelet.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.engine.kube.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What monitoring reads on the port. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesTest {
  private static final String SAMPLE =
      "[a-z_]+(\\{[a-z_]+=\"[^\"]*\"(,[a-z_]+=\"[^\"]*\")*})? [-+.0-9eE]+(Inf|NaN)?";

  private Stage stage;

  @BeforeAll
  void open() throws Exception {
    stage = new Stage();
  }

  @AfterAll
  void close() throws Exception {
    stage.close();
  }

  private record Page(String head, String body) {}

  /** As somebody who may look and nothing else. */
  private Page get(String path) throws Exception {
    try (RawClient client = RawClient.connect(stage.certified("monitor"), stage.port)) {
      String head = client.ask("GET " + path, "Connection: close\r\n");
      return new Page(head, new String(client.in().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void healthIsOneWord() throws Exception {
    for (String path : List.of("/healthz", "/healthz/ping", "/healthz/syncloop", "/healthz/log")) {
      Page page = get(path);
      assertThat(page.head()).startsWith("HTTP/1.1 200").contains("text/plain; charset=utf-8");
      assertThat(page.body()).isEqualTo("ok");
    }
  }

  @Test
  void configurationIsAKubeletsAndSaysNothingThatIsNotTrue() throws Exception {
    Map<?, ?> config = (Map<?, ?>) Json.read(RawClient.bytes(get("/configz").body()), Map.class);
    assertThat(config)
        .isEqualTo(
            Map.of(
                "kubeletconfig",
                Map.of(
                    "kind",
                    "KubeletConfiguration",
                    "apiVersion",
                    "kubelet.config.k8s.io/v1beta1",
                    "enableServer",
                    true,
                    "port",
                    stage.port,
                    "tlsMinVersion",
                    "VersionTLS12",
                    "authentication",
                    Map.of(
                        "anonymous", Map.of("enabled", false), "webhook", Map.of("enabled", true)),
                    "authorization",
                    Map.of("mode", "Webhook"),
                    "nodeLeaseDurationSeconds",
                    40)));
  }

  @Test
  void ownMetricsCanBeScraped() throws Exception {
    try (RawClient client = stage.apiServer()) {
      client.ask(RawClient.exec("echo"), RawClient.UPGRADE);
    }
    Page page = get("/metrics");
    assertThat(page.head()).contains("Content-Type: text/plain; version=0.0.4; charset=utf-8");
    assertThat(page.body()).endsWith("\n");
    Set<String> typed = new TreeSet<>();
    for (String line : page.body().lines().toList()) {
      if (line.startsWith("# TYPE ")) {
        assertThat(typed.add(line.split(" ", 4)[2])).as("once: " + line).isTrue();
      } else if (!line.startsWith("# HELP ")) {
        assertThat(line).matches(SAMPLE);
        String name = line.replaceAll("[{ ].*", "").replaceAll("_(bucket|sum|count)$", "");
        assertThat(typed).as(line).contains(name);
      }
    }
    assertThat(typed).contains("sluice_streams_total", "sluice_streams_open");
    assertThat(page.body()).contains("sluice_streams_total{verb=\"exec\",outcome=\"spliced\"}");
  }
}
