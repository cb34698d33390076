package io.sluice.e2e;

import static io.sluice.e2e.Chain.field;
import static io.sluice.e2e.Chain.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** D-22: one provider is several virtual nodes, each of what its pool has. */
@NeedsClusters({"home", "away"})
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class PoolsE2ETest {
  private static final String GPU = "example.org/gpu";
  private static final String ARM = "arm64";

  @Test
  void eachVirtualNodeShowsItsPoolAndItsPodsStayThere(
      Cluster home, Cluster away, @TempDir Path folder) {
    away.addKwokNode("c1", Map.of("kind", "cpu"), Map.of("cpu", "20", "memory", "20Gi"));
    addGpus(away, "g1");
    try (Installed milan = Installed.whole(home, "milan", folder.resolve("milan"));
        Installed paris = Installed.whole(away, "paris", folder.resolve("paris"))) {
      Peered.apply(
          away,
          """
          apiVersion: sluice.io/v1alpha1
          kind: TenantPolicy
          metadata: {name: pools}
          spec:
            pools:
            - {name: cpu, nodeSelector: {kind: cpu}}
            - {name: gpu, nodeSelector: {kind: gpu}}
          """);
      milan.peering(paris).join();
      borrow(milan, "paris-cpu", Map.of());
      borrow(milan, "paris-gpu", Map.of(GPU, new Quantity("100")));

      shows(milan, "paris-cpu", "18 ", "amd64");
      shows(milan, "paris-gpu", "9 9", ARM);
      podsStayInThePoolOfTheirNode(milan, paris);

      addGpus(away, "g2");
      shows(milan, "paris-gpu", "18 18", ARM);
      shows(milan, "paris-cpu", "18 ", "amd64");

      milan.kubectl("delete", "pods", "--all", "-n=mixed", "--timeout=60s");
      milan.kubectl("delete", "namespaceoffloading", "offloading", "-n=mixed", "--timeout=60s");
      milan.peering(paris).part();
      milan.kubectl("delete", "namespace", "mixed", "--wait=false");
      paris.kubectl("delete", "tenantpolicy", "pools");
    }
    for (String node : new String[] {"c1", "g1", "g2"}) {
      away.removeKwokNode(node);
    }
  }

  private static void addGpus(Cluster away, String node) {
    Map<String, String> allocatable = Map.of("cpu", "10", "memory", "10Gi", GPU, "10");
    away.addKwokNode(node, Map.of("kind", "gpu"), allocatable);
    String arm = "-p={\"status\":{\"nodeInfo\":{\"architecture\":\"arm64\"}}}";
    away.kubectl("patch", "node", node, "--subresource=status", "--type=merge", arm).outOrThrow();
  }

  private static void borrow(Installed milan, String slice, Map<String, Quantity> more) {
    Map<String, Quantity> wanted =
        new java.util.HashMap<>(
            Map.of(
                "cpu",
                new Quantity("100"),
                "memory",
                new Quantity("100Gi"),
                "pods",
                new Quantity("20")));
    wanted.putAll(more);
    milan.borrowing().ask("paris", slice, wanted, true);
    milan.kubectl("wait", "--for=create", "node/" + slice, "--timeout=60s");
    milan.kubectl("wait", "--for=condition=Ready", "node/" + slice, "--timeout=60s");
  }

  private static void shows(Installed milan, String node, String amounts, String architecture) {
    String path =
        "{.status.allocatable.cpu} {.status.allocatable.example\\.org/gpu}"
            + " {.metadata.labels.kubernetes\\.io/arch}";
    soon(
        () ->
            assertThat(milan.kubectl("get", "node", node, "-o=jsonpath=" + path))
                .isEqualTo(amounts + " " + architecture));
  }

  /** Whatever the pods themselves ask for: the provider adds the pool's selector. */
  private static void podsStayInThePoolOfTheirNode(Installed milan, Installed paris) {
    milan.kubectl("create", "namespace", "mixed");
    Loans.extend(milan, "mixed", "paris");
    Peered.apply(
        milan.cluster,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: trainer, namespace: mixed}
        spec:
          terminationGracePeriodSeconds: 0
          containers: [{name: c, image: pause, resources: {limits: {example.org/gpu: 1}}}]
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: server, namespace: mixed}
        spec:
          terminationGracePeriodSeconds: 0
          nodeSelector: {kubernetes.io/hostname: paris-cpu}
          containers: [{name: c, image: pause}]
        """);
    runs(milan, paris, "trainer", "paris-gpu", "g1 gpu");
    runs(milan, paris, "server", "paris-cpu", "c1 cpu");
  }

  private static void runs(
      Installed milan, Installed paris, String pod, String here, String there) {
    soon(
        () -> {
          assertThat(field(milan, "pod/" + pod, "mixed", "{.spec.nodeName} {.status.phase}"))
              .isEqualTo(here + " Running");
          assertThat(
                  field(
                      paris,
                      "pod/" + pod,
                      "mixed-milan",
                      "{.spec.nodeName} {.spec.nodeSelector.kind}"))
              .isEqualTo(there);
        });
  }
}
