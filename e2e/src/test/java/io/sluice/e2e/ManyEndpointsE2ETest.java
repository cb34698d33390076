package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Many endpoints at home arrive in the provider almost as soon, and at little cost. */
@NeedsClusters({"home", "away"})
class ManyEndpointsE2ETest {
  private static final int ENDPOINTS = Integer.getInteger("sluice.endpoints", 60);
  private static final Duration PATIENCE = Duration.ofSeconds(60 + ENDPOINTS / 4);

  /** Of few endpoints the fixed part of the way is what one would measure. */
  private static final boolean ENOUGH_FOR_TIMES = ENDPOINTS >= 1000;

  @Test
  void areReadyThereAlmostAsSoonAsHereWithAtMostOneAndAHalfWritesForEachChange(
      Cluster home, Cluster away, TestNamespace namespace) {
    try (Peered peered = Peered.startAsTenant(home, away, namespace.name())) {
      AuditLog.Mark here = home.audit().mark();
      AuditLog.Mark there = away.audit().mark();
      Instant start = Instant.now();
      peered.applyHere(home, web("replicas: " + ENDPOINTS));
      double local = seconds(start, home, peered.namespace, ENDPOINTS);
      double remote = seconds(start, away, peered.namespace, ENDPOINTS);
      if (ENOUGH_FOR_TIMES) {
        assertThat(remote / local).as("%s s here, %s s there", local, remote).isLessThan(1.3);
      }

      peered.applyHere(home, web("replicas: " + ENDPOINTS / 2));
      seconds(start, home, peered.namespace, ENDPOINTS / 2);
      seconds(start, away, peered.namespace, ENDPOINTS / 2);
      int changes =
          home.audit().since(here).in(peered.namespace).resource("endpointslices").writes().count();
      int shadows =
          away.audit()
              .since(there)
              .in(peered.namespace)
              .resource("shadowendpointslices")
              .writes()
              .count();
      int slices =
          away.audit()
              .since(there)
              .in(peered.namespace)
              .by("manager")
              .resource("endpointslices")
              .writes()
              .count();
      System.out.printf(
          "%d endpoints: %.1f s here, %.1f s there; %d changes, %d shadow writes, %d slice"
              + " writes%n",
          ENDPOINTS, local, remote, changes, shadows, slices);
      assertThat(shadows).as("changes: " + changes).isBetween(1, (int) (changes * 1.5));
      assertThat(slices).as("changes: " + changes).isBetween(1, (int) (changes * 1.5));
    }
  }

  /** The time until a cluster shows so many ready endpoints of the Service. */
  private static double seconds(Instant start, Cluster cluster, String namespace, int wanted) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> ready(cluster, namespace) == wanted);
    return Duration.between(start, Instant.now()).toMillis() / 1000.0;
  }

  private static int ready(Cluster cluster, String namespace) {
    int ready = 0;
    String path = "/apis/discovery.k8s.io/v1/namespaces/" + namespace + "/endpointslices";
    JsonNode slices = cluster.api().get(path).body();
    for (JsonNode slice : slices.path("items")) {
      for (JsonNode endpoint : slice.path("endpoints")) {
        ready += endpoint.path("conditions").path("ready").asBoolean() ? 1 : 0;
      }
    }
    return ready;
  }

  private static String web(String replicas) {
    return """
    apiVersion: v1
    kind: Service
    metadata: {name: web}
    spec: {selector: {app: web}, ports: [{port: 80}]}
    ---
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      %s
      selector: {matchLabels: {app: web}}
      template:
        metadata: {labels: {app: web}}
        spec:
          terminationGracePeriodSeconds: 0
          containers: [{name: web, image: pause}]
    """
        .formatted(replicas);
  }
}
