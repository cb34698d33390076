package io.sluice.e2e;

import static io.sluice.e2e.Installed.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Milan borrows from Paris, and Paris half a CPU from Oslo. What Milan puts into its namespace runs
 * in Oslo.
 */
final class Chain implements AutoCloseable {
  static final String NAMESPACE = "relay";
  static final String IN_PARIS = "relay-milan";
  static final String IN_OSLO = "relay-milan-paris";

  final Installed milan;
  final Installed paris;
  final Installed oslo;

  Chain(Cluster home, Cluster away, Cluster far, Path folder) {
    milan = Installed.whole(home, "milan", folder.resolve("milan"));
    paris = Installed.whole(away, "paris", folder.resolve("paris"));
    oslo = Installed.whole(far, "oslo", folder.resolve("oslo"));
    Loans.borrow(milan, paris);
    Loans.borrow(paris, oslo, "500m");
    milan.kubectl("create", "namespace", NAMESPACE);
    Loans.extend(milan, NAMESPACE, "paris");
    Loans.extend(paris, IN_PARIS, "oslo");
  }

  /** Creates a pod of one container. */
  void run(String name, String spec) {
    Peered.apply(
        milan.cluster,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %1$s, namespace: relay, labels: {app: %1$s}}
        spec:
          terminationGracePeriodSeconds: 0
        %2$s
        """
            .formatted(name, spec.indent(2)));
  }

  void awaitPhase(String pod, String phase) {
    soon(
        () ->
            assertThat(atHome(pod, "{.status.phase}"))
                .as("%s: %s", pod, atHome(pod, "{.status.reason} {.status.message}"))
                .isEqualTo(phase));
  }

  /** Until home says why a pod waits. */
  void awaitReason(String pod, String... words) {
    soon(
        () ->
            assertThat(atHome(pod, "{.status.phase} {.status.reason} {.status.message}"))
                .startsWith("Pending ")
                .contains(words));
  }

  String atHome(String pod, String path) {
    return field(milan, "pod/" + pod, NAMESPACE, path);
  }

  String inOslo(String pod, String path) {
    return field(oslo, "pod/" + pod, IN_OSLO, path);
  }

  static String field(Installed cluster, String object, String namespace, String path) {
    return cluster.kubectl(
        "get", object, "-n=" + namespace, "--ignore-not-found", "-o=jsonpath=" + path);
  }

  /** Deletes pods at home and sees them gone everywhere. */
  void delete(String... pods) {
    List<String> command = new ArrayList<>(List.of("delete", "pods", "--ignore-not-found"));
    command.addAll(List.of(pods));
    command.addAll(List.of("-n=relay", LONG));
    milan.kubectl(command.toArray(String[]::new));
    for (String pod : pods) {
      for (String kind : List.of("pod/", "shadowpod/")) {
        assertThat(field(paris, kind + pod, IN_PARIS, "{.metadata.name}")).isEmpty();
        assertThat(field(oslo, kind + pod, IN_OSLO, "{.metadata.name}")).isEmpty();
      }
    }
  }

  static void soon(org.awaitility.core.ThrowingRunnable assertion) {
    await().atMost(SOON).pollInterval(Duration.ofMillis(500)).untilAsserted(assertion);
  }

  @Override
  public void close() {
    try (milan;
        paris;
        oslo) {
      paris.kubectl("delete", "namespaceoffloading", "offloading", "-n=" + IN_PARIS, LONG);
      milan.kubectl("delete", "namespaceoffloading", "offloading", "-n=" + NAMESPACE, LONG);
      paris.peering(oslo).part();
      milan.peering(paris).part();
      milan.kubectl("delete", "namespace", NAMESPACE, "--wait=false");
    }
  }

  private static final String LONG = "--timeout=60s";
}
