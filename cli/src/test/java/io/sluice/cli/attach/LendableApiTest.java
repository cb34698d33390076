package io.sluice.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** App. B, D-15: how much is lent follows from what the user may read, and from nothing else. */
@NeedsClusters("away")
class LendableApiTest {
  private static final List<String> READING = List.of("get", "list");

  @TempDir private Path folder;
  private Cluster cluster;
  private String namespace;

  @BeforeEach
  void limit(Cluster away, TestNamespace home) throws IOException {
    cluster = away;
    namespace = home.name();
    apply(
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: wide, namespace: %1$s}
        spec: {hard: {requests.cpu: "8", memory: 4Gi, pods: "50", services: "3"}}
        ---
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: tight, namespace: %1$s}
        spec: {hard: {cpu: "4", memory: 8Gi, requests.example.com/gpu: "2"}}
        """
            .formatted(namespace));
  }

  @Test
  void whoMayReadNothingIsToldNothing() {
    assertThat(seenBy("nobody", 90, namespace)).isEmpty();
  }

  @Test
  void ofSeveralQuotasTheTightestAndOfThatTheShare() {
    let("counter", "role", "resourcequotas");
    Map<String, Quantity> all = seenBy("counter", 50, namespace).orElseThrow();
    assertThat(all.get("cpu")).isEqualTo(new Quantity("2"));
    assertThat(all.get("memory")).isEqualTo(new Quantity("2Gi"));
    assertThat(all.get("pods")).isEqualTo(new Quantity("25"));
    assertThat(all.get("example.com/gpu")).isEqualTo(new Quantity("1"));
    assertThat(all).doesNotContainKey("services");
  }

  @Test
  void namespacesWithoutAQuotaSayNothing() {
    let("counter", "role", "resourcequotas");
    assertThat(seenBy("counter", 50)).as("none given").isEmpty();
    assertThat(seenBy("counter", 50, namespace, "default")).as("one may not be read").isEmpty();
  }

  @Test
  void whoMaySeeNodesAndPodsIsLentAShareOfWhatNodesHaveLeft() {
    let("overseer", "clusterrole", "nodes,pods");
    BigDecimal all = cpu(100);
    assertThat(all).isPositive();
    assertThat(cpu(50).multiply(BigDecimal.TWO)).isEqualByComparingTo(all);
    assertThat(all).as("what quotas say is not asked").isNotEqualByComparingTo("4");
  }

  private BigDecimal cpu(int percentage) {
    Map<String, Quantity> all = seenBy("overseer", percentage, namespace).orElseThrow();
    return Objects.requireNonNull(all.get("cpu")).getNumericalAmount();
  }

  private Optional<Map<String, Quantity>> seenBy(String user, int percentage, String... given) {
    try (Api api = new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(user), null), "test")) {
      return new Lendable(api, percentage).of(List.of(given));
    }
  }

  /** Lets a user read these, in this namespace or everywhere. */
  private void let(String user, String kind, String resources) {
    String name = user + "-" + namespace;
    cluster
        .kubectl(
            "create",
            kind,
            name,
            "--verb=" + String.join(",", READING),
            "--resource=" + resources,
            "--namespace=" + namespace)
        .outOrThrow();
    cluster
        .kubectl(
            "create",
            kind + "binding",
            name,
            "--" + kind + "=" + name,
            "--user=" + user,
            "--namespace=" + namespace)
        .outOrThrow();
  }

  private void apply(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("objects.yaml"), yaml);
    cluster.kubectl("apply", "--server-side", "-f", file.toString()).outOrThrow();
  }
}
