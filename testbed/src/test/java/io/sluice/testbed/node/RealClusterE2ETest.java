package io.sluice.testbed.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.image.Images;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.CommandResult;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.net.Network;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

@NeedsClusters(
    value = {"home", "away"},
    nodes = NodeKind.REAL)
class RealClusterE2ETest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void showsLogsRunsCommandsAndPassesTheirExitCodeOn(Cluster home, TestNamespace namespace) {
    run(home, namespace, "talker", Images.BUSYBOX, "sh", "-c", "echo hello; sleep 1000");
    assertThat(kubectl(home, namespace, "logs", "talker").outOrThrow()).isEqualTo("hello\n");
    CommandResult exit = kubectl(home, namespace, "exec", "talker", "--", "sh", "-c", "exit 7");
    assertThat(exit.exitCode()).isEqualTo(7);
  }

  @Test
  void theShellResolvesNamesAndKeepsEveryVariable(Cluster home, TestNamespace namespace) {
    run(home, namespace, "shell", Images.BUSYBOX, "sleep", "1000");
    assertThat(exec(home, namespace, "shell", "env", "a-b=c", "sh", "-c", "env").outOrThrow())
        .contains("a-b=c");
    assertThat(exec(home, namespace, "shell", "ping", "-c1", "localhost").outOrThrow())
        .contains("127.0.0.1");
  }

  @Test
  void aServiceLeadsToItsPodFromInsideAndFromTheMachine(Cluster home, TestNamespace namespace)
      throws Exception {
    server(home, namespace);
    run(home, namespace, "client", Images.BUSYBOX, "sleep", "1000");
    kubectl(home, namespace, "expose", "pod", "server", "--port=80", "--target-port=8080")
        .outOrThrow();
    String vip = field(home, namespace, "service/server", "{.spec.clusterIP}");
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(fetch(home, namespace, "client", vip).out()).isEqualTo("server"));
    assertThat(fetchFromHere(vip)).isEqualTo("server");
  }

  @Test
  void podsOfOneClusterReachThoseOfTheOtherUnlessTheNetworkIsCut(
      Cluster home, Cluster away, TestNamespace namespace) {
    server(home, namespace);
    run(away, namespace, "client", Images.BUSYBOX, "sleep", "1000");
    String server = field(home, namespace, "pod/server", "{.status.podIP}") + ":8080";
    assertThat(fetch(away, namespace, "client", server).outOrThrow()).isEqualTo("server");

    Network.cut(home, away);
    assertThat(fetch(away, namespace, "client", server).ok()).isFalse();
    Network.heal(home, away);
    assertThat(fetch(away, namespace, "client", server).outOrThrow()).isEqualTo("server");

    // Only the answers are lost: the server is reached but never heard.
    Network.cutOneWay(home, away);
    assertThat(fetch(away, namespace, "client", server).ok()).isFalse();
    Network.heal(home, away);
    assertThat(fetch(away, namespace, "client", server).outOrThrow()).isEqualTo("server");
  }

  @Test
  void containersOutliveARestartOfKubeletAndContainerd(Cluster away, TestNamespace namespace) {
    run(away, namespace, "stays", Images.BUSYBOX, "sleep", "1000");
    String before = field(away, namespace, "pod/stays", "{..containerID}");
    away.component(Component.KUBELET).kill();
    away.restart(Component.CONTAINERD);
    away.restart(Component.KUBELET);
    await()
        .atMost(SOON)
        .until(() -> exec(away, namespace, "stays", "echo", "here").out().contains("here"));
    assertThat(field(away, namespace, "pod/stays", "{..containerID}")).isEqualTo(before);
    assertThat(field(away, namespace, "pod/stays", "{..restartCount}")).isEqualTo("0");
  }

  private static void server(Cluster cluster, TestNamespace namespace) {
    run(cluster, namespace, "server", Images.AGNHOST, "/agnhost", "netexec", "--http-port=8080");
    await().atMost(SOON).until(() -> logs(cluster, namespace).contains("Started HTTP server"));
  }

  private static String logs(Cluster cluster, TestNamespace namespace) {
    return kubectl(cluster, namespace, "logs", "server").out();
  }

  private static CommandResult fetch(
      Cluster cluster, TestNamespace namespace, String pod, String address) {
    return exec(
        cluster, namespace, pod, "timeout", "2", "wget", "-qO-", "http://" + address + "/hostname");
  }

  private static String fetchFromHere(String address) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://" + address + "/hostname");
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(SOON).build();
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private static void run(
      Cluster cluster, TestNamespace namespace, String pod, String image, String... command) {
    List<String> arguments =
        new ArrayList<>(List.of("run", pod, "--image=" + image, "--command", "--"));
    arguments.addAll(Arrays.asList(command));
    kubectl(cluster, namespace, arguments.toArray(String[]::new)).outOrThrow();
    kubectl(cluster, namespace, "wait", "--for=condition=Ready", "pod/" + pod, "--timeout=30s")
        .outOrThrow();
  }

  private static CommandResult exec(
      Cluster cluster, TestNamespace namespace, String pod, String... command) {
    List<String> arguments = new ArrayList<>(List.of("exec", pod, "--"));
    arguments.addAll(Arrays.asList(command));
    return kubectl(cluster, namespace, arguments.toArray(String[]::new));
  }

  private static String field(
      Cluster cluster, TestNamespace namespace, String object, String path) {
    return kubectl(cluster, namespace, "get", object, "-o=jsonpath=" + path).outOrThrow();
  }

  private static CommandResult kubectl(
      Cluster cluster, TestNamespace namespace, String... arguments) {
    List<String> all = new ArrayList<>(List.of("--namespace=" + namespace.name()));
    all.addAll(Arrays.asList(arguments));
    return cluster.kubectl(all.toArray(String[]::new));
  }
}
