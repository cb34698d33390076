package io.sluice.bench.offload;

import io.sluice.testbed.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * N pods of one Deployment at once, until all run, and gone again.
 *
 * @param runningSeconds until the last one was seen running in every cluster
 * @param goneSeconds from the deletion until nothing was left
 */
record Burst(double runningSeconds, double goneSeconds) {
  private static final long DEADLINE_SECONDS = 900;

  /** Where a burst goes. */
  enum Kind {
    SINGLE,
    DOUBLE,
    OFFLOADED
  }

  static Burst run(Site site, Kind kind, String name, int pods) throws IOException {
    return run(site, kind, kind == Kind.OFFLOADED ? Site.EXTENDED : Site.PLAIN, name, pods);
  }

  static Burst run(Site site, Kind kind, String namespace, String name, int pods)
      throws IOException {
    List<Cluster> clusters =
        kind == Kind.DOUBLE ? List.of(site.home, site.away) : List.of(site.home);
    List<Followed> followed = new ArrayList<>();
    for (Cluster cluster : clusters) {
      followed.add(Followed.pods(cluster, namespace));
    }
    try {
      long begin = System.nanoTime();
      for (Cluster cluster : clusters) {
        Site.apply(cluster, deployment(kind, namespace, name, pods));
      }
      Until.holds(
          kind + " burst of " + pods + " runs",
          DEADLINE_SECONDS,
          () -> followed.stream().allMatch(pod -> pod.running() == pods));
      long running = System.nanoTime();
      for (Cluster cluster : clusters) {
        cluster.kubectl("delete", "deployment", name, "-n", namespace, "--wait=false").outOrThrow();
      }
      Until.holds(
          kind + " burst of " + pods + " is gone",
          DEADLINE_SECONDS,
          () -> followed.stream().allMatch(pod -> pod.present() == 0));
      return new Burst(seconds(begin, running), seconds(running, System.nanoTime()));
    } finally {
      followed.forEach(Followed::close);
    }
  }

  static double seconds(long from, long to) {
    return (to - from) / 1e9;
  }

  static String deployment(Kind kind, String name, int pods) {
    String namespace = kind == Kind.OFFLOADED ? Site.EXTENDED : Site.PLAIN;
    return deployment(kind, namespace, name, pods);
  }

  static String deployment(Kind kind, String namespace, String name, int pods) {
    boolean offloaded = kind == Kind.OFFLOADED;
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: %1$s, namespace: %2$s}
    spec:
      replicas: %3$d
      selector: {matchLabels: {app: %1$s}}
      template:
        metadata: {labels: {app: %1$s}}
        spec:
          terminationGracePeriodSeconds: 1
          %4$s
          containers: [{name: c, image: pause, resources: {requests: {cpu: 1m, memory: 1Mi}}}]
    """
        .formatted(
            name,
            namespace,
            pods,
            offloaded
                ? "nodeSelector: {liqo.io/type: virtual-node}\n"
                    + "      tolerations: [{key: virtual-node.liqo.io/not-allowed, operator:"
                    + " Exists}]"
                : "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                    + " {nodeSelectorTerms: [{matchExpressions: [{key: liqo.io/type, operator:"
                    + " DoesNotExist}]}]}}}");
  }
}
