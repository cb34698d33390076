package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditEvent;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many extended namespaces: each takes three watches in the provider, and nothing takes more. */
@NeedsClusters({"home", "away"})
class ManyNamespacesE2ETest {
  private static final int NAMESPACES = Integer.getInteger("sluice.namespaces", 8);
  private static final Duration PATIENCE = Duration.ofSeconds(60 + NAMESPACES);

  @Test
  void allRunTheirPodsAndEachIsFollowedByThreeWatches(
      Cluster home, Cluster away, TestNamespace namespace) {
    List<String> all =
        IntStream.range(0, NAMESPACES).mapToObj(i -> namespace.name() + "-" + i).toList();
    for (Cluster cluster : List.of(home, away)) {
      Peered.apply(cluster, each(all, "apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n"));
    }
    AuditLog.Mark mark = away.audit().mark();
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      peered.extendAlso(all);
      Peered.apply(home, each(all, POD));
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(running(home, all)).isEqualTo(all.size()));

      Map<String, Set<String>> watched =
          away.audit().since(mark).by("consumer").verb("watch").stream()
              .filter(request -> all.contains(request.namespace()))
              .collect(
                  Collectors.groupingBy(
                      AuditEvent::namespace,
                      Collectors.mapping(AuditEvent::resource, Collectors.toSet())));
      assertThat(watched).hasSize(all.size());
      assertThat(watched.values()).allMatch(kinds -> kinds.size() <= 3, "at most three watches");
      Map<String, Long> everywhere =
          away.audit().since(mark).by("consumer").verb("watch").stream()
              .filter(request -> request.namespace().isEmpty())
              .collect(Collectors.groupingBy(AuditEvent::resource, Collectors.counting()));
      assertThat(everywhere.values()).as("cluster-wide watches").allMatch(times -> times <= 2);
    } finally {
      for (Cluster cluster : List.of(home, away)) {
        all.forEach(name -> cluster.api().delete("/api/v1/namespaces/" + name));
      }
    }
  }

  private static String each(List<String> namespaces, String yaml) {
    return namespaces.stream().map(yaml::formatted).collect(Collectors.joining("---\n"));
  }

  private static int running(Cluster cluster, List<String> namespaces) {
    int running = 0;
    for (JsonNode pod : cluster.api().get("/api/v1/pods").body().path("items")) {
      boolean counts =
          namespaces.contains(pod.path("metadata").path("namespace").asText())
              && pod.path("status").path("phase").asText().equals("Running");
      running += counts ? 1 : 0;
    }
    return running;
  }

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: one, namespace: %s}
      spec:
        terminationGracePeriodSeconds: 0
        nodeSelector: {liqo.io/type: virtual-node}
        tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
        containers: [{name: c, image: pause}]
      """;
}
