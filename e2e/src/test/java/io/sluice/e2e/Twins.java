package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * The same pods twice: in one namespace they run on a real node of the home cluster, in the other
 * they are offloaded. Whatever kubectl says of the one it must say of the other.
 */
final class Twins {
  final Cluster home;
  final String here;
  final String there;

  Twins(Cluster home, String here, String there) {
    this.home = home;
    this.here = here;
    this.there = there;
  }

  /** What a command said, bytes and all. */
  record Said(int exitCode, String out, String err) {}

  /** Creates a pod on both sides and waits until both have started. */
  void create(String name, String spec) {
    Peered.apply(home, pod(name, here, "", spec));
    Peered.apply(
        home,
        pod(
            name,
            there,
            "nodeSelector: {liqo.io/type: virtual-node}\n"
                + "  tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]",
            spec));
  }

  void awaitPhase(String name, String phase) {
    for (String namespace : List.of(here, there)) {
      await()
          .atMost(Peered.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          home.kubectl(
                                  "get",
                                  "pod",
                                  name,
                                  "-n",
                                  namespace,
                                  "-o=jsonpath={.status.phase}")
                              .out())
                      .as(namespace + "/" + name)
                      .isEqualTo(phase));
    }
  }

  void awaitRestart(String name) {
    for (String namespace : List.of(here, there)) {
      await()
          .atMost(Peered.PATIENCE)
          .until(
              () ->
                  home.kubectl(
                          "get",
                          "pod",
                          name,
                          "-n",
                          namespace,
                          "-o=jsonpath={.status.containerStatuses[0].restartCount}")
                      .out()
                      .matches("[1-9].*"));
    }
  }

  private static String pod(String name, String namespace, String place, String spec) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s, namespace: %s}
    spec:
      terminationGracePeriodSeconds: 0
      automountServiceAccountToken: false
      %s
    %s
    """
        .formatted(name, namespace, place, spec.indent(2));
  }

  /** Runs kubectl in one of the namespaces. */
  Said kubectl(String namespace, byte[] input, String... arguments) {
    List<String> all = new ArrayList<>(List.of("--namespace=" + namespace));
    all.addAll(Arrays.asList(arguments));
    try {
      Process process = new ProcessBuilder(home.kubectlCommand(all.toArray(String[]::new))).start();
      FutureTask<byte[]> out = new FutureTask<>(() -> process.getInputStream().readAllBytes());
      FutureTask<byte[]> err = new FutureTask<>(() -> process.getErrorStream().readAllBytes());
      Thread.ofVirtual().start(out);
      Thread.ofVirtual().start(err);
      try (OutputStream in = process.getOutputStream()) {
        in.write(input);
      } catch (IOException _) {
        // a command that does not read its input may end first
      }
      if (!process.waitFor(90, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      return new Said(
          process.waitFor(),
          text(out.get()).replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME"),
          text(err.get())
              .replace(namespace, "NAMESPACE")
              .replaceAll("exec \"[0-9a-f]{64}\"", "exec ID"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Byte for byte. */
  static String text(byte[] bytes) {
    return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
  }
}
