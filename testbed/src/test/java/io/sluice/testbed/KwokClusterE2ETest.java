package io.sluice.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.CommandResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

@NeedsClusters({"home", "away"})
class KwokClusterE2ETest {
  @Test
  void runsAPodOnAFakeNode(Cluster home, TestNamespace namespace) {
    run(home, namespace, "web");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> podField(home, namespace, "web", "{.status.phase}").equals("Running"));
    assertThat(podField(home, namespace, "web", "{.spec.nodeName}")).isEqualTo("home-kwok-0");
  }

  @Test
  void theTwoClustersAreStrangers(Cluster home, Cluster away, TestNamespace namespace) {
    run(home, namespace, "only-home");
    assertThat(away.kubectl("get", "pods", "-n", namespace.name()).err())
        .contains("No resources found");
    assertThat(home.server()).isNotEqualTo(away.server());
    assertThat(home.podCidr()).isNotEqualTo(away.podCidr());
  }

  @Test
  void countsRequestsPerIdentity(Cluster home, TestNamespace namespace) {
    Path alice = home.kubeconfig("alice", "system:masters");
    AuditLog.Mark mark = home.audit().mark();
    home.kubectl("--kubeconfig=" + alice, "create", "configmap", "m", "-n", namespace.name())
        .outOrThrow();
    home.kubectl("get", "configmap", "m", "-n", namespace.name()).outOrThrow();

    Requests requests = home.audit().since(mark).in(namespace.name()).named("m");
    assertThat(requests.by("alice").counts())
        .isEqualTo(Map.of(new Requests.Key("alice", "create", "configmaps"), 1));
    assertThat(requests.by("admin").counts())
        .isEqualTo(Map.of(new Requests.Key("admin", "get", "configmaps"), 1));
  }

  @Test
  void anIdentityWithoutRightsIsRefused(Cluster away, TestNamespace namespace) {
    CommandResult refused =
        away.kubectl(
            "--kubeconfig=" + away.kubeconfig("nobody"), "get", "pods", "-n", namespace.name());
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("Forbidden");
  }

  @Test
  void addsAndRemovesFakeNodes(Cluster home) {
    home.addKwokNode("extra", Map.of("pool", "gpu"), Map.of("nvidia.com/gpu", "4"));
    assertThat(
            home.kubectl("get", "node", "-lpool=gpu", "-o=jsonpath={.items[*].status.allocatable}")
                .outOrThrow())
        .contains("\"nvidia.com/gpu\":\"4\"");
    home.removeKwokNode("extra");
    assertThat(home.kubectl("get", "node", "extra").err()).contains("NotFound");
  }

  private static void run(Cluster cluster, TestNamespace namespace, String pod) {
    cluster.kubectl("run", pod, "--image=pause", "-n", namespace.name()).outOrThrow();
  }

  private static String podField(
      Cluster cluster, TestNamespace namespace, String pod, String field) {
    return cluster
        .kubectl("get", "pod", pod, "-n", namespace.name(), "-o=jsonpath=" + field)
        .outOrThrow();
  }
}
