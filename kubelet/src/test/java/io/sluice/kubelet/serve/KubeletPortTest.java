package io.sluice.kubelet.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The port by itself: who passes, what reaches the provider and what never does (T-36, T-37). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubeletPortTest {
  private static final String CLOSE = "Connection: close\r\n";

  private Stage stage;

  @BeforeAll
  void open() throws Exception {
    stage = new Stage();
  }

  @AfterAll
  void close() throws Exception {
    stage.close();
  }

  private static final List<String> RUNNING =
      List.of("/exec/ns/echo/c?output=1", "/attach/ns/echo/c?output=1", "/portForward/ns/echo");
  private static final List<String> READING =
      List.of("/containerLogs/ns/echo/c", "/pods", "/healthz", "/runningpods/");

  /** Five callers by token, certificate or nothing; two methods. */
  @ParameterizedTest
  @CsvSource({
    "'',        401, 401",
    "nobody,    401, 401",
    "stranger,  403, 403",
    "monitor,   403, 200",
    "api-server, 101, 200"
  })
  void lessThanCreateIsNotEnoughToRunSomething(String token, int running, int reading)
      throws Exception {
    String bearer = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
    for (String method : List.of("GET ", "POST ")) {
      for (String path : RUNNING) {
        assertThat(status(method + path, bearer + RawClient.UPGRADE + "Content-Length: 0\r\n"))
            .as(method + path)
            .isEqualTo(running);
      }
    }
    for (String path : READING) {
      assertThat(status("GET " + path, bearer + CLOSE)).as(path).isEqualTo(reading);
    }
  }

  private int status(String line, String headers) throws Exception {
    try (RawClient client = RawClient.connect(stage.anonymous(), stage.port)) {
      return RawClient.status(client.ask(line, headers));
    }
  }

  @Test
  void aCertificateCountsOnlyWhenTheRightAuthoritySignedIt() throws Exception {
    assertThat(healthz(stage.certified("api-server"))).isEqualTo(200);
    assertThat(healthz(stage.certified("stranger"))).isEqualTo(403);
    assertThat(healthz(stage.forged("api-server"))).isEqualTo(401);
  }

  private int healthz(SSLContext tls) throws Exception {
    try (RawClient client = RawClient.connect(tls, stage.port)) {
      return RawClient.status(client.ask("GET /healthz", CLOSE));
    }
  }

  @Test
  void asksForEveryRightOnceAndRemembersItBriefly() throws Exception {
    SSLContext tls = stage.certified("api-server");
    assertThat(healthz(tls)).isEqualTo(200);
    int before = stage.home.reviews.get();
    assertThat(healthz(tls)).isEqualTo(200);
    assertThat(stage.home.reviews.get()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/exec/ns/../c",
        "/exec/ns/echo%2fc/c",
        "/exec/ns/%2e%2e/c",
        "/exec/ns/echo/c%0d%0aX: y",
        "/exec/ns/echo/c/d/e",
        "/exec//echo/c",
        "//exec/ns/echo/c",
        "/exec/ns/echo;x/c",
        "/exec/ns/echo",
        "/containerLogs/ns/echo/c/../../refuse/c",
        "/pods/../exec/ns/echo/c",
        "/run/ns/echo/c",
        "/cri/exec/token",
        "/logs/",
        "/nothing"
      })
  void whatIsNoNameIsNotFoundAndNothingReachesTheProvider(String path) throws Exception {
    int before = stage.provider.heads.size();
    try (RawClient client = stage.apiServer()) {
      String head = client.ask("GET " + path, RawClient.UPGRADE);
      assertThat(RawClient.status(head)).isIn(404, 400);
      client.in().readAllBytes(); // closed
    }
    assertThat(stage.provider.heads).hasSize(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /containerLogs/ns/nobody/c | 404 | pod \"nobody\" does not exist",
        "GET /containerLogs/other/echo/c | 404 | pod \"echo\" does not exist",
        "GET /containerLogs/ns/echo/x | 404 | container \"x\" not found in pod \"echo\"",
        "GET /containerLogs/ns/echo/c?tailLines=x | 400 | {\"message\": \"Unable to decode"
            + " query.\"}",
        "GET /containerLogs/ns/echo/c?tailLines=-1 | 422 | {\"message\": \"Invalid request.\"}",
        "GET /containerLogs/ns/echo/c?sinceSeconds=1&sinceTime=2020-01-01T00:00:00Z | 422 |"
            + " {\"message\": \"Invalid request.\"}",
        "POST /containerLogs/ns/echo/c | 405 | 405: Method Not Allowed",
        "POST /exec/ns/nobody/c?output=1 | 404 | pod does not exist",
        "POST /exec/ns/echo/wrong-uid/c?output=1 | 500 | container not found (\"c\")",
        "POST /attach/ns/echo/wrong-uid/c?output=1 | 500 | container c not found in pod echo_ns",
        "POST /portForward/ns/echo/wrong-uid | 404 | pod not found",
        "POST /exec/ns/echo/c?tty=1 | 400 | you must specify at least 1 of stdin, stdout, stderr",
        "POST /exec/ns/echo/c?output=1 | 500 | 'Upgrade request required\n'",
        "DELETE /exec/ns/echo/c?output=1 | 405 | 405: Method Not Allowed"
      })
  void refusesInTheWordsOfARealKubelet(String line, int status, String message) throws Exception {
    try (RawClient client = stage.apiServer()) {
      String head = client.ask(line, CLOSE + "Content-Length: 0\r\n");
      assertThat(RawClient.status(head)).isEqualTo(status);
      assertThat(new String(client.in().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(message);
    }
  }

  @Test
  void nothingPipelinedBehindARefusalReachesTheProvider() throws Exception {
    byte[] smuggled = RawClient.bytes("GET /api/v1/secrets HTTP/1.1\r\nHost: x\r\n\r\n");
    for (String pod : List.of("refuse", "lies")) {
      try (RawClient client = stage.apiServer()) {
        client
            .out()
            .write(
                RawClient.bytes(
                    RawClient.exec(pod)
                        + " HTTP/1.1\r\nHost: node\r\nContent-Length: 0\r\n"
                        + RawClient.UPGRADE
                        + "\r\n"
                        + new String(smuggled, StandardCharsets.US_ASCII)));
        String head = RawClient.head(client.in());
        client.out().write(smuggled);
        String rest = new String(client.in().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(RawClient.status(head)).isEqualTo(pod.equals("refuse") ? 403 : 502);
        assertThat(rest).doesNotContain("HTTP/1.1");
      } catch (java.net.SocketException | javax.net.ssl.SSLException closed) {
        // the other side may be closed before the second attempt is written
      }
    }
    await().until(() -> stage.provider.open.get() == 0);
    assertThat(stage.provider.bytesAfterRefusal).hasValue(0);
  }

  @Test
  void refusesInTheWordsOfTheProvider() throws Exception {
    try (RawClient client = stage.apiServer()) {
      String head = client.ask(RawClient.exec("refuse"), upgrade());
      assertThat(head).startsWith("HTTP/1.1 403").contains("application/json");
      assertThat(new String(client.in().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(FakeProvider.REFUSAL);
    }
  }

  @Test
  void saysThatTheProviderHungUp() throws Exception {
    try (RawClient client = stage.apiServer()) {
      String head = client.ask(RawClient.exec("hangs-up"), upgrade());
      assertThat(RawClient.status(head)).isEqualTo(500);
      assertThat(new String(client.in().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("provider away cannot be reached: ");
    }
  }

  @Test
  void passesOnWhatWasAskedAndNothingElse() throws Exception {
    String line =
        "POST /exec/ns/echo/c?command=sh&command=-c&command=%FF%26+%0D%0A&output=1&error=1&x=y";
    String secret =
        RawClient.headers(
            "Authorization: Bearer x",
            "Impersonate-User: root",
            "X-Forwarded-For: 1",
            "Cookie: a=b");
    try (RawClient client = stage.apiServer()) {
      String head = client.ask(line, upgrade() + secret);
      assertThat(head).startsWith("HTTP/1.1 101").doesNotContain("X-Secret");
      assertThat(head).contains("X-Stream-Protocol-Version: v4.channel.k8s.io");
    }
    String seen = stage.provider.heads.getLast();
    assertThat(seen.lines())
        .containsExactlyInAnyOrder(
            "POST /api/v1/namespaces/ns-twin/pods/echo/exec?container=c&command=sh&command=-c"
                + "&command=%FF%26%20%0D%0A&stdout=true&stderr=true HTTP/1.1",
            "Host: 127.0.0.1:" + stage.provider.port(),
            "User-Agent: sluice-kubelet",
            "Content-Length: 0",
            "Authorization: Bearer inner-token",
            "Connection: Upgrade",
            "Upgrade: SPDY/3.1",
            "X-Stream-Protocol-Version: v4.channel.k8s.io",
            "");
  }

  @Test
  void splicesWebSocketsToo() throws Exception {
    String upgrade =
        RawClient.headers(
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Key: abc",
            "Sec-WebSocket-Version: 13");
    try (RawClient client = stage.apiServer()) {
      String head = client.ask("GET /exec/ns/echo/c?command=sh&output=1", upgrade);
      assertThat(head).startsWith("HTTP/1.1 101").contains("Upgrade: websocket");
      client.out().write(RawClient.bytes("frame"));
      assertThat(client.in().readNBytes(5)).isEqualTo(RawClient.bytes("frame"));
    }
    assertThat(stage.provider.heads.getLast())
        .startsWith("GET /api/v1/namespaces/ns-twin/pods/echo/exec?")
        .contains("Sec-WebSocket-Key: abc");
  }

  @Test
  void aLogIsPassedOnWhole() throws Exception {
    try (RawClient client = stage.apiServer()) {
      client.ask("GET /containerLogs/ns/echo/c?tailLines=2", CLOSE);
      String body = new String(client.in().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(body.replaceAll("\r\n[0-9a-f]*\r?\n?", "")).contains("first\n").contains("last\n");
    }
    assertThat(stage.provider.heads.getLast())
        .startsWith("GET /api/v1/namespaces/ns-twin/pods/echo/log?container=c&tailLines=2 ");
  }

  @Test
  void whoeverStopsFollowingALogIsForgottenAtTheProviderToo() throws Exception {
    await().until(() -> stage.provider.open.get() == 0);
    try (RawClient client = stage.apiServer()) {
      String head = client.ask("GET /containerLogs/ns/echo/c?follow=true", "");
      assertThat(RawClient.status(head)).isEqualTo(200);
      assertThat(stage.provider.open).hasValue(1);
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> stage.provider.open.get() == 0);
  }

  @Test
  void theLastWordsOfAProviderThatListensNoMoreArrive() throws Exception {
    try (RawClient client = stage.apiServer()) {
      client.ask(RawClient.exec("leaves"), upgrade());
      await().atMost(Duration.ofSeconds(30)).until(() -> stage.provider.open.get() == 0);
      for (int i = 0; i < 100; i++) {
        client.out().write('?'); // the first is answered with a reset, the next can't be written
      }
      assertThat(client.in().readNBytes(FakeProvider.LAST_WORDS)).hasSize(FakeProvider.LAST_WORDS);
    }
  }

  @Test
  void aStreamEndsWhenItsPodGoes() throws Exception {
    NodePods.Hosted pod = stage.pods.get("echo");
    try (RawClient client = stage.apiServer()) {
      client.ask(RawClient.exec("echo"), upgrade());
      client.out().write(1);
      assertThat(client.in().read()).isEqualTo(1);
      stage.pods.remove("echo");
      assertThat(client.in().read()).isEqualTo(-1);
    } finally {
      stage.pods.put("echo", pod);
    }
  }

  /** One session in about 12,000 of the prototype lost bytes: sessions are counted, not hoped. */
  @Test
  void thousandsOfSessionsLoseNoByte() throws Exception {
    int sessions = Integer.getInteger("sluice.sessions", 600);
    SSLContext tls = stage.certified("api-server");
    byte[] early = new byte[1500];
    new java.util.Random(7).nextBytes(early);
    Parallel.run(
        8,
        sessions,
        i -> {
          try (RawClient client = RawClient.connect(tls, stage.port)) {
            byte[] head =
                RawClient.bytes(
                    RawClient.exec("echo") + " HTTP/1.1\r\nHost: n\r\n" + upgrade() + "\r\n");
            byte[] both = Arrays.copyOf(head, head.length + early.length);
            System.arraycopy(early, 0, both, head.length, early.length);
            client.out().write(both);
            assertThat(RawClient.head(client.in())).startsWith("HTTP/1.1 101");
            assertThat(client.in().readNBytes(early.length)).isEqualTo(early);
            byte[] more = new byte[1 + (i * 7919) % 60_000];
            Arrays.fill(more, (byte) i);
            client.out().write(more);
            assertThat(client.in().readNBytes(more.length)).isEqualTo(more);
            client.socket().shutdownOutput();
            assertThat(client.in().read()).isEqualTo(-1);
          }
        });
    await().atMost(Duration.ofSeconds(30)).until(() -> stage.provider.open.get() == 0);
  }

  private static String upgrade() {
    return RawClient.UPGRADE + "Content-Length: 0\r\n";
  }
}
