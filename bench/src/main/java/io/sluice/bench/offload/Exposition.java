package io.sluice.bench.offload;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testbed.Cluster;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Pods at home behind a Service: when their endpoints are ready here, and when over there. */
record Exposition(int endpoints) implements Scenario {
  private static final long DEADLINE_SECONDS = 300;

  @Override
  public void run(Site site, Report report) throws IOException {
    becomeKnown(site);
    try (Ready here = new Ready(site.home);
        Ready there = new Ready(site.away)) {
      long begin = System.nanoTime();
      Site.apply(
          site.home,
          """
          apiVersion: v1
          kind: Service
          metadata: {name: exposed, namespace: %s}
          spec: {selector: {app: exposed}, ports: [{port: 80}]}
          """
              .formatted(Site.EXTENDED));
      Site.apply(
          site.home, Burst.deployment(Burst.Kind.SINGLE, Site.EXTENDED, "exposed", endpoints));
      double local = here.after(begin, endpoints);
      double remote = there.after(begin, endpoints);
      report.add(Figure.of("endpoint_exposition_ratio", "ratio", 1.3, remote / local));
    } finally {
      site.home.kubectl(
          "delete", "deployment/exposed", "service/exposed", "-n", Site.EXTENDED, "--wait=false");
    }
    try (Followed pods = Followed.pods(site.home, Site.EXTENDED)) {
      Until.pause(1000); // a watch tells what is there only after it was opened
      Until.holds("exposed pods are gone", DEADLINE_SECONDS, () -> pods.present() == 0);
    }
  }

  /** Endpoints are taken only from clusters that are peers (SE-1). */
  private static void becomeKnown(Site site) throws IOException {
    Site.apply(site.away, TENANT);
    site.away.kubectl("wait", "--for=create", "foreigncluster/home", "--timeout=60s").outOrThrow();
    site.away
        .kubectl("label", "namespace", Site.EXTENDED, "liqo.io/remote-cluster-id=home")
        .outOrThrow();
  }

  /** The ready endpoints of all slices of the extended namespace. */
  private static final class Ready implements AutoCloseable {
    private final Map<String, Integer> slices = new ConcurrentHashMap<>();
    private final Followed followed;

    Ready(Cluster cluster) {
      this.followed =
          new Followed(
              cluster,
              "/apis/discovery.k8s.io/v1/namespaces/" + Site.EXTENDED + "/endpointslices",
              this::saw);
    }

    private void saw(String type, JsonNode slice) {
      int ready = 0;
      for (JsonNode endpoint : slice.path("endpoints")) {
        ready += endpoint.path("conditions").path("ready").asBoolean() ? 1 : 0;
      }
      slices.put(slice.path("metadata").path("name").asText(), type.equals("DELETED") ? 0 : ready);
    }

    /** Seconds until so many were ready. */
    double after(long begin, int wanted) {
      Until.holds(
          wanted + " endpoints are ready",
          DEADLINE_SECONDS,
          () -> slices.values().stream().mapToInt(Integer::intValue).sum() == wanted);
      return Burst.seconds(begin, System.nanoTime());
    }

    @Override
    public void close() {
      followed.close();
    }
  }

  private static final String TENANT =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: liqo-tenant-home}
      ---
      apiVersion: authentication.liqo.io/v1beta1
      kind: Tenant
      metadata: {name: home, namespace: liqo-tenant-home, labels: {liqo.io/remote-cluster-id: home}}
      spec: {clusterID: home}
      """;
}
