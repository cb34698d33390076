package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditEvent;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.net.Link;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fencing (D-22): the link to the provider is cut for longer than the pods may run without their
 * home. Who ran when is read from the audit logs of the two API servers.
 */
@NeedsClusters({"home", "away"})
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class FencingE2ETest {
  private static final String NAMESPACE = "safe";
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(3);
  private static final Map<String, Quantity> WANTED =
      Map.of("cpu", new Quantity("4"), "memory", new Quantity("4Gi"), "pods", new Quantity("20"));

  @Test
  void atMostOneCopyRunsAndTheReplacementDoes(Cluster home, Cluster away, @TempDir Path folder) {
    try (Link link = Link.to(away);
        Installed milan = new Installed(home, "milan", folder.resolve("milan"));
        Installed paris = new Installed(away, "paris", folder.resolve("paris"), link.server())) {
      extend(milan, paris);
      String before = run(milan);
      milan.kubectl("uncordon", "home-kwok-0"); // there is room for a second copy

      link.cut();
      await()
          .atMost(LONG_ENOUGH)
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(node(milan, "vault-0")).startsWith("home-"));
      milan.kubectl(
          "wait", "--for=condition=Ready", "pod/vault-0", "-n", NAMESPACE, "--timeout=60s");

      List<Instant> stops = times(away, "delete", "vault-0");
      List<Instant> starts = times(home, "create", "vault-0");
      assertThat(starts).as("copies that home asked for").hasSize(2);
      assertThat(stops).as("stops in the provider").isNotEmpty();
      assertThat(stops.getFirst()).isBefore(starts.getLast());

      link.heal();
      // Nobody took the place of this one: it comes back, and as the same pod.
      milan.kubectl("wait", "--for=condition=Ready", "pod/loner", "-n", NAMESPACE, "--timeout=90s");
      await()
          .atMost(Installed.SOON)
          .untilAsserted(
              () ->
                  assertThat(paris.kubectl("get", "shadowpods", "-n", NAMESPACE, "-o", "name"))
                      .isEqualTo("shadowpod.offloading.liqo.io/loner"));
      assertThat(uid(milan, "loner")).isEqualTo(before);
      assertThat(times(away, "create", "loner")).hasSize(2);
      assertThat(times(away, "create", "vault-0")).as("runs in the provider").hasSize(1);

      milan.kubectl("delete", "namespaceoffloading", "offloading", "-n", NAMESPACE);
      milan.kubectl("delete", "namespace", NAMESPACE, "--wait=false");
      milan.peering(paris).part();
    }
  }

  private static void extend(Installed milan, Installed paris) {
    milan.peering(paris).join();
    milan.borrowing().ask(paris.id, paris.id, WANTED, true);
    milan.kubectl("wait", "--for=create", "node/paris", "--timeout=60s");
    milan.kubectl("wait", "--for=condition=Ready", "node/paris", "--timeout=60s");
    milan.kubectl("create", "namespace", NAMESPACE);
    Peered.apply(
        milan.cluster,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceOffloading
        metadata:
          name: offloading
          namespace: safe
          annotations: {sluice.io/on-disconnect: stopAfter=15s}
        spec: {podOffloadingStrategy: LocalAndRemote, namespaceMappingStrategy: EnforceSameName}
        """);
    milan.awaitExtended(NAMESPACE);
  }

  /**
   * One pod whose name a controller wants back, and one that has so much time for its end that home
   * does not give it up during this test.
   *
   * @return the UID of the second at home
   */
  private static String run(Installed milan) {
    milan.kubectl("cordon", "home-kwok-0");
    Peered.apply(
        milan.cluster,
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: vault, namespace: safe}
        spec:
          serviceName: vault
          selector: {matchLabels: {app: vault}}
          template:
            metadata: {labels: {app: vault}}
            spec:
              terminationGracePeriodSeconds: 0
              containers: [{name: c, image: pause}]
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: loner, namespace: safe}
        spec:
          terminationGracePeriodSeconds: 600
          containers: [{name: c, image: pause}]
        """);
    for (String pod : List.of("vault-0", "loner")) {
      milan.kubectl("wait", "--for=create", "pod/" + pod, "-n", NAMESPACE, "--timeout=30s");
      milan.kubectl(
          "wait", "--for=condition=Ready", "pod/" + pod, "-n", NAMESPACE, "--timeout=60s");
      assertThat(node(milan, pod)).isEqualTo("paris");
    }
    return uid(milan, "loner");
  }

  private static String node(Installed milan, String pod) {
    return milan.kubectl("get", "pod", pod, "-n", NAMESPACE, "-o", "jsonpath={.spec.nodeName}");
  }

  private static String uid(Installed milan, String pod) {
    return milan.kubectl("get", "pod", pod, "-n", NAMESPACE, "-o", "jsonpath={.metadata.uid}");
  }

  /** When the API server had answered such requests for a pod, with success. */
  private static List<Instant> times(Cluster cluster, String verb, String pod) {
    return cluster.audit().all().verb(verb).resource("pods").in(NAMESPACE).named(pod).stream()
        .filter(event -> event.code() / 100 == 2)
        .map(AuditEvent::outcome)
        .map(AuditEvent.Outcome::answered)
        .sorted()
        .toList();
  }
}
