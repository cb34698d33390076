package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What kubectl does with pods, wherever they run: logs, exec, attach, port-forward.
 *
 * @param place lines of the pod's spec that bring it there
 */
record Talk(Cluster home, String namespace, String place) {
  private static final byte[] NOTHING = {};

  /** Creates the pods, talks to them, and deletes them. */
  void works() throws IOException {
    create(
        "talker",
        "image: 'docker.io/library/busybox:1', command: [sh, -c, 'echo line 1; echo line 2; exec"
            + " sleep 1000']");
    create(
        "reader",
        "image: 'docker.io/library/busybox:1', stdin: true, stdinOnce: true, command: [sh, -c,"
            + " 'while read word; do echo got $word; done; exec sleep 1000']");
    create(
        "web",
        "image: 'registry.k8s.io/e2e-test-images/agnhost:2.63.0', command: [/agnhost, netexec,"
            + " --http-port=8080]");
    awaitRunning("talker");
    awaitRunning("reader");
    awaitRunning("web");

    assertThat(said(NOTHING, "logs", "talker"))
        .isEqualTo(new Twins.Said(0, "line 1\nline 2\n", ""));
    assertThat(said(NOTHING, "logs", "talker", "--tail=1").out()).isEqualTo("line 2\n");
    assertThat(said(NOTHING, "exec", "talker", "--", "sh", "-c", "echo hello; exit 7"))
        .satisfies(
            said -> {
              assertThat(said.exitCode()).isEqualTo(7);
              assertThat(said.out()).isEqualTo("hello\n");
            });
    byte[] word = "a word\n".getBytes(StandardCharsets.UTF_8);
    assertThat(said(word, "exec", "-i", "talker", "--", "cat").out()).isEqualTo("a word\n");
    said(word, "attach", "-i", "-q", "reader"); // the end of the input may come before the answer
    await()
        .atMost(Peered.PATIENCE)
        .untilAsserted(
            () -> assertThat(said(NOTHING, "logs", "reader").out()).isEqualTo("got a word\n"));
    forwards(home, namespace);
  }

  /** A client reaches the pod called web through a forwarded port. */
  static void forwards(Cluster home, String namespace) throws IOException {
    Process forwarding =
        new ProcessBuilder(home.kubectlCommand("-n", namespace, "port-forward", "pod/web", ":8080"))
            .start();
    try (BufferedReader said = forwarding.inputReader(StandardCharsets.UTF_8)) {
      String port =
          Objects.requireNonNull(said.readLine()).replaceAll(".*127.0.0.1:(\\d+) .*", "$1");
      URI uri = URI.create("http://127.0.0.1:" + port + "/hostname");
      await()
          .atMost(Peered.PATIENCE)
          .ignoreExceptions()
          .untilAsserted(
              () -> {
                try (InputStream body = uri.toURL().openStream()) {
                  assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8))
                      .isEqualTo("web");
                }
              });
    } finally {
      forwarding.destroy();
    }
  }

  private void create(String name, String container) {
    Peered.apply(
        home,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: %s}
        spec:
          terminationGracePeriodSeconds: 0
          automountServiceAccountToken: false
          %s
          containers: [{name: c, %s}]
        """
            .formatted(name, namespace, place, container));
  }

  private void awaitRunning(String name) {
    String[] phase = {"get", "pod", name, "-n", namespace, "-o=jsonpath={.status.phase}"};
    await()
        .atMost(Peered.PATIENCE)
        .untilAsserted(() -> assertThat(home.kubectl(phase).out()).as(name).isEqualTo("Running"));
  }

  private Twins.Said said(byte[] input, String... arguments) {
    return new Twins(home, namespace, namespace).kubectl(namespace, input, arguments);
  }
}
