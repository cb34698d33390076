package io.sluice.e2e;

import static io.sluice.e2e.Installed.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** §10: the node that the remote scheduler picks may be virtual again. */
@NeedsClusters({"home", "away", "far"})
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class MultiLevelE2ETest {
  private static final Map<String, Quantity> WANTED =
      Map.of("cpu", new Quantity("4"), "memory", new Quantity("4Gi"), "pods", new Quantity("20"));

  @Test
  void aPodGoesOverTwoBordersAndNeverInACircle(
      Cluster home, Cluster away, Cluster far, @TempDir Path folder) {
    try (Installed milan = new Installed(home, "milan", folder.resolve("milan"));
        Installed paris = new Installed(away, "paris", folder.resolve("paris"));
        Installed oslo = new Installed(far, "oslo", folder.resolve("oslo"))) {
      borrow(milan, paris);
      borrow(paris, oslo);
      milan.kubectl("create", "namespace", "relay");
      extend(milan, "relay", "paris");
      extend(paris, "relay-milan", "oslo");

      run(milan, "web");
      phase(milan, "relay", "web", "Running");
      // Two schedulers chose virtual nodes, the third a real one.
      assertThat(get(milan, "relay", "web", "{.spec.nodeName}")).isEqualTo("paris");
      assertThat(get(paris, "relay-milan", "web", "{.spec.nodeName}")).isEqualTo("oslo");
      assertThat(get(oslo, "relay-milan-paris", "web", "{.spec.nodeName}")).isEqualTo("far-kwok-0");
      // The pod carries where it came from, and home knows where it went.
      assertThat(
              get(
                  oslo,
                  "relay-milan-paris",
                  "web",
                  "{.metadata.annotations.sluice\\.io/hop-chain}"))
          .isEqualTo("milan,paris");
      assertThat(hops(milan)).isEqualTo("paris/oslo > oslo/far-kwok-0");
      assertThat(get(milan, "relay", "web", "{.status.podIP}"))
          .isNotEmpty()
          .isEqualTo(get(oslo, "relay-milan-paris", "web", "{.status.podIP}"));
      streamsGoOverBothBorders(milan, oslo);

      String uid = get(milan, "relay", "web", "{.metadata.uid}");
      oslo.kubectl("delete", "pod", "web", "-n=relay-milan-paris", "--wait=false");
      soon(
          () ->
              assertThat(get(milan, "relay", "web", "{.status.containerStatuses[0].restartCount}"))
                  .isEqualTo("1"));
      phase(milan, "relay", "web", "Running");
      assertThat(get(milan, "relay", "web", "{.metadata.uid}")).isEqualTo(uid);

      milan.kubectl("delete", "pod", "web", "-n=relay", "--timeout=60s");
      assertThat(paris.kubectl("get", "pods,shadowpods", "-n=relay-milan", "-o=name")).isEmpty();
      assertThat(oslo.kubectl("get", "pods,shadowpods", "-n=relay-milan-paris", "-o=name"))
          .isEmpty();

      bothDirectionsAtOnce(milan, paris);
      leave(milan, paris, oslo);
    }
  }

  /** Fake nodes have neither logs nor shells: what counts is that the last cluster was asked. */
  private static void streamsGoOverBothBorders(Installed milan, Installed oslo) {
    AuditLog.Mark mark = oslo.cluster.audit().mark();
    milan.cluster.kubectl("logs", "web", "-n=relay");
    milan.cluster.kubectl("exec", "web", "-n=relay", "--", "true");
    soon(
        () -> {
          Requests asked = oslo.cluster.audit().since(mark).in("relay-milan-paris").named("web");
          assertThat(asked.resource("pods/log").count()).as(asked.table()).isPositive();
          assertThat(asked.resource("pods/exec").count()).as(asked.table()).isPositive();
        });
  }

  /** A lends to B while B lends to A: what comes from A is not sent back there. */
  private static void bothDirectionsAtOnce(Installed milan, Installed paris) {
    borrow(paris, milan);
    paris.kubectl("create", "namespace", "atelier");
    extend(paris, "atelier", "milan");
    paris.kubectl("run", "own", "-n=atelier", "--image=pause", "--restart=Always");
    phase(paris, "atelier", "own", "Running");
    assertThat(get(paris, "atelier", "own", "{.spec.nodeName}")).isEqualTo("milan");
    assertThat(get(milan, "atelier-paris", "own", "{.status.phase}")).isEqualTo("Running");

    paris.kubectl("delete", "namespaceoffloading", "offloading", "-n=relay-milan", "--timeout=60s");
    extend(paris, "relay-milan", "milan");
    run(milan, "lost");
    soon(
        () ->
            assertThat(get(milan, "relay", "lost", "{.status.reason} {.status.message}"))
                .startsWith("HopLoop ")
                .contains("already came through milan"));
    assertThat(milan.kubectl("get", "pods", "-n=relay-milan-paris", "-o=name")).isEmpty();
    milan.kubectl("delete", "pod", "lost", "-n=relay", "--timeout=60s");
  }

  private static void leave(Installed milan, Installed paris, Installed oslo) {
    paris.kubectl("delete", "namespaceoffloading", "offloading", "-n=relay-milan", "--timeout=60s");
    paris.kubectl("delete", "namespaceoffloading", "offloading", "-n=atelier", "--timeout=60s");
    milan.kubectl("delete", "namespaceoffloading", "offloading", "-n=relay", "--timeout=60s");
    paris.peering(milan).part();
    paris.peering(oslo).part();
    milan.peering(paris).part();
    milan.kubectl("delete", "namespace", "relay", "--wait=false");
    paris.kubectl("delete", "namespace", "atelier", "--wait=false");
  }

  private static void borrow(Installed consumer, Installed provider) {
    consumer.peering(provider).join();
    consumer.borrowing().ask(provider.id, provider.id, WANTED, true);
    consumer.kubectl("wait", "--for=create", "node/" + provider.id, "--timeout=60s");
    consumer.kubectl("wait", "--for=condition=Ready", "node/" + provider.id, "--timeout=60s");
  }

  private static void extend(Installed consumer, String namespace, String provider) {
    Peered.apply(
        consumer.cluster,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceOffloading
        metadata: {name: offloading, namespace: %s}
        spec:
          podOffloadingStrategy: Remote
          namespaceMappingStrategy: DefaultName
          clusterSelector:
            nodeSelectorTerms:
            - matchExpressions: [{key: liqo.io/remote-cluster-id, operator: In, values: [%s]}]
        """
            .formatted(namespace, provider));
    consumer.kubectl(
        "wait",
        "--for=jsonpath={.status.offloadingPhase}=Ready",
        "namespaceoffloading/offloading",
        "-n=" + namespace,
        "--timeout=60s");
  }

  private static void run(Installed cluster, String pod) {
    Peered.apply(
        cluster.cluster,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: relay}
        spec: {terminationGracePeriodSeconds: 0, containers: [{name: c, image: pause}]}
        """
            .formatted(pod));
  }

  private static void phase(Installed cluster, String namespace, String pod, String phase) {
    soon(() -> assertThat(get(cluster, namespace, pod, "{.status.phase}")).isEqualTo(phase));
  }

  private static String hops(Installed cluster) {
    return get(
        cluster, "relay", "web", "{.status.conditions[?(@.type==\"sluice.io/Hops\")].message}");
  }

  private static String get(Installed cluster, String namespace, String pod, String path) {
    return cluster.kubectl(
        "get", "pod", pod, "-n=" + namespace, "--ignore-not-found", "-o=jsonpath=" + path);
  }

  private static void soon(org.awaitility.core.ThrowingRunnable assertion) {
    await().atMost(SOON).untilAsserted(assertion);
  }
}
