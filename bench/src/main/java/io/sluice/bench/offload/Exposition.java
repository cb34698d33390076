package io.sluice.bench.offload;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A Service with N endpoints at home: how much later the provider has them all. */
record Exposition(int endpoints) implements Scenario {
  private static final long DEADLINE_SECONDS = 300;

  @Override
  public void run(Site site, Report report) throws IOException {
    Map<String, Integer> here = new ConcurrentHashMap<>();
    Map<String, Integer> there = new ConcurrentHashMap<>();
    AuditLog.Mark atHome = site.home.audit().mark();
    AuditLog.Mark atAway = site.away.audit().mark();
    try (Followed pods = Followed.pods(site.home, Site.EXTENDED);
        Followed _ = slices(site.home, here);
        Followed _ = slices(site.away, there)) {
      Site.apply(site.home, service());
      long begin = System.nanoTime();
      Site.apply(
          site.home, Burst.deployment(Burst.Kind.SINGLE, Site.EXTENDED, "exposed", endpoints));
      Until.holds("endpoints at home", DEADLINE_SECONDS, () -> sum(here) == endpoints);
      double local = Burst.seconds(begin, System.nanoTime());
      Until.holds("endpoints away", DEADLINE_SECONDS, () -> sum(there) == endpoints);
      double remote = Burst.seconds(begin, System.nanoTime());
      report.add(Figure.of("endpoint_exposition_ratio", "ratio", 1.3, remote / local));
      double changes = changes(site, atHome);
      report.add(
          Figure.of(
              "endpoint_writes_per_change.kubelet",
              "requests",
              1.5,
              slicesWritten(site, atAway, Site.CONSUMER, "shadowendpointslices") / changes));
      report.add(
          Figure.of(
              "endpoint_writes_per_change.manager",
              "requests",
              1.5,
              slicesWritten(site, atAway, Site.MANAGER, "endpointslices") / changes));
      site.home
          .kubectl("delete", "service,deployment", "exposed", "-n", Site.EXTENDED, "--wait=false")
          .outOrThrow();
      Until.holds("exposed pods are gone", DEADLINE_SECONDS, () -> pods.present() == 0);
    }
  }

  private static double changes(Site site, AuditLog.Mark mark) {
    return site.home
        .audit()
        .since(mark)
        .in(Site.EXTENDED)
        .resource("endpointslices")
        .writes()
        .count();
  }

  private static double slicesWritten(Site site, AuditLog.Mark mark, String who, String resource) {
    return site.away
        .audit()
        .since(mark)
        .by(who)
        .in(Site.EXTENDED)
        .resource(resource)
        .writes()
        .count();
  }

  private static Followed slices(Cluster cluster, Map<String, Integer> counts) {
    return new Followed(
        cluster,
        "/apis/discovery.k8s.io/v1/namespaces/" + Site.EXTENDED + "/endpointslices",
        (type, slice) -> {
          String name = slice.path("metadata").path("name").asText();
          counts.put(name, type.equals("DELETED") ? 0 : readyOf(slice));
        });
  }

  private static int readyOf(JsonNode slice) {
    int ready = 0;
    for (JsonNode endpoint : slice.path("endpoints")) {
      if (endpoint.path("conditions").path("ready").asBoolean(true)) {
        ready++;
      }
    }
    return ready;
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(count -> count).sum();
  }

  private static String service() {
    return """
    apiVersion: v1
    kind: Service
    metadata: {name: exposed, namespace: %s}
    spec: {selector: {app: exposed}, ports: [{port: 80}]}
    """
        .formatted(Site.EXTENDED);
  }
}
