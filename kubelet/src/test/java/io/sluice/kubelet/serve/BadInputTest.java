package io.sluice.kubelet.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients and providers that misbehave: said as a real kubelet says it, and nothing is left. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String UPGRADE = RawClient.UPGRADE + "Content-Length: 0\r\n";

  private Stage stage;
  private SSLContext apiServer;

  @BeforeAll
  void open() throws Exception {
    stage = new Stage();
    apiServer = stage.certified("api-server");
  }

  @AfterAll
  void close() throws Exception {
    stage.close();
  }

  @AfterEach
  void nothingIsLeft() {
    await().atMost(PATIENCE).until(() -> stage.provider.open.get() == 0);
  }

  private RawClient connect() throws IOException {
    return RawClient.connect(apiServer, stage.port);
  }

  private static String rest(RawClient client) throws IOException {
    return new String(client.in().readAllBytes(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/exec/ns/%s/c?output=1 | 500 | container not found (\"c\")",
        "/attach/ns/%s/c?output=1 | 500 | container c not found in pod %s_ns",
        "/portForward/ns/%s | 500 | pod not found (\"%s_ns\")",
        "/containerLogs/ns/%s/c | 400 | container \"c\" in pod \"%s\" is waiting to start:"
            + " ContainerCreating",
        "/containerLogs/ns/%s/c?previous=true | 400 | previous terminated container \"c\" in pod"
            + " \"%s\" not found"
      })
  void aPodThatTheProviderDoesNotHaveHasNotStarted(String path, int status, String message)
      throws Exception {
    int before = stage.provider.heads.size();
    for (String pod : List.of("not-started", "not-extended")) {
      try (RawClient client = connect()) {
        boolean log = path.startsWith("/containerLogs");
        String head =
            client.ask("GET " + path.formatted(pod), log ? "Connection: close\r\n" : UPGRADE);
        assertThat(RawClient.status(head)).isEqualTo(status);
        assertThat(rest(client)).isEqualTo(message.formatted(pod));
      }
    }
    assertThat(stage.provider.heads).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /containerLogs/ns/\u00ff\u00fe/c HTTP/1.1\r\nHost: n\r\n\r\n",
        "GET /containerLogs/ns/%ff%fe/c HTTP/1.1\r\nHost: n\r\nConnection: close\r\n\r\n",
        "GET /containerLogs/ns/echo%00/c HTTP/1.1\r\nHost: n\r\nConnection: close\r\n\r\n",
        "GET /containerLogs/ns/ec\u0000ho/c HTTP/1.1\r\nHost: n\r\n\r\n",
        "GET /containerLogs/ns/echo/c\rX: y HTTP/1.1\r\nHost: n\r\n\r\n",
        "GET /containerLogs/ns/echo/c HTTP/1.1\r\nHost: n\r\nX\u0000: y\r\n\r\n",
        "GET /containerLogs/ns/echo/c HTTP/1.1\r\nHost: n\r\nHost: m\r\n\r\n",
        "GET /containerLogs/ns/echo/c HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: n\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
      })
  void whatIsNoRequestIsRefusedAndTheConnectionEnds(String bytes) throws Exception {
    int before = stage.provider.heads.size();
    try (RawClient client = connect()) {
      client.out().write(RawClient.bytes(bytes));
      String head = RawClient.head(client.in());
      assertThat(RawClient.status(head)).as(head).isIn(400, 404, 426);
      assertThat(rest(client))
          .isIn("400 Bad Request", "404: Page Not Found", "426 Upgrade Required");
    }
    assertThat(stage.provider.heads).hasSize(before);
  }

  @Test
  void aLongCommandLineArrivesWhole() throws Exception {
    String command = "a%26b+".repeat(50_000);
    try (RawClient client = connect()) {
      String head = client.ask("POST /exec/ns/echo/c?output=1&command=" + command, UPGRADE);
      assertThat(head).startsWith("HTTP/1.1 101");
    }
    assertThat(stage.provider.heads.getLast())
        .contains("command=" + "a%26b%20".repeat(50_000) + "&stdout=true HTTP/1.1\r\n");
  }

  /** 1 MiB of head is what a kubelet reads. */
  @Test
  void aCommandLineThatIsTooLongIsRefusedAsByAnyKubelet() throws Exception {
    int before = stage.provider.heads.size();
    String line = "POST /exec/ns/echo/c?command=" + "x".repeat(1_100_000);
    try (RawClient client = connect()) {
      String head = client.ask(line, UPGRADE);
      assertThat(head).startsWith("HTTP/1.1 431");
      assertThat(rest(client)).isEqualTo("431 Request Header Fields Too Large");
    }
    assertThat(stage.provider.heads).hasSize(before);
  }

  @Test
  void nothingBehindARefusalOfThePortItselfIsAnswered() throws Exception {
    int before = stage.provider.heads.size();
    String smuggled = RawClient.exec("echo") + " HTTP/1.1\r\nHost: n\r\n" + UPGRADE + "\r\n";
    for (String user : List.of("api-server", "stranger")) {
      try (RawClient client = RawClient.connect(stage.certified(user), stage.port)) {
        client.out().write(RawClient.bytes(smuggled.replace("echo", "nobody") + smuggled));
        String head = RawClient.head(client.in());
        assertThat(RawClient.status(head)).isEqualTo(user.equals("stranger") ? 403 : 404);
        assertThat(rest(client)).doesNotContain("HTTP/1.1");
      }
    }
    assertThat(stage.provider.heads).hasSize(before);
  }

  /** Nothing is kept for a client that does not read: the provider has to wait. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /exec/ns/floods/c?command=yes&output=1",
        "GET /containerLogs/ns/floods/c",
        "GET /containerLogs/ns/floods/c?follow=true"
      })
  void whoeverStopsReadingSlowsTheProviderDownAndNobodyElse(String line) throws Exception {
    long before = stage.provider.flooded.get();
    try (RawClient client = connect()) {
      assertThat(RawClient.status(client.ask(line, line.startsWith("POST") ? UPGRADE : "")))
          .isIn(101, 200);
      AtomicLong last = new AtomicLong(before);
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(400))
          .until(
              () -> {
                long now = stage.provider.flooded.get();
                return last.getAndSet(now) == now && now > before;
              });
      long waiting = stage.provider.flooded.get();
      assertThat(waiting - before).as("what sockets hold").isLessThan(64_000_000);
      try (RawClient other = connect()) {
        assertThat(other.ask(RawClient.exec("echo"), UPGRADE)).startsWith("HTTP/1.1 101");
      }
      client.in().skipNBytes(waiting - before);
      await().atMost(PATIENCE).until(() -> stage.provider.flooded.get() > waiting);
    }
  }

  @Test
  void aStreamEndsWithTheProvidersConnection() throws Exception {
    try (RawClient client = connect()) {
      assertThat(client.ask(RawClient.exec("dies"), UPGRADE)).startsWith("HTTP/1.1 101");
      assertThat(rest(client)).isEqualTo("half\n");
    }
  }

  /** Without the last chunk, so that nobody takes it for the whole log. */
  @Test
  void aLogThatIsCutOffIsNotTakenForWhole() throws Exception {
    try (RawClient client = connect()) {
      client.ask("GET /containerLogs/ns/dies/c", "");
      assertThat(rest(client)).contains("half\n").doesNotContain("\r\n0\r\n");
    } catch (javax.net.ssl.SSLException cut) {
      assertThat(cut).hasMessageContaining("close");
    }
  }
}
