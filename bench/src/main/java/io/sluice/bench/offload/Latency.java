package io.sluice.bench.offload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.testbed.plane.Api;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** An open loop of two pods per second, plain and offloaded in turn. */
record Latency(List<Double> plainMillis, List<Double> offloadedMillis) {
  private static final long PERIOD_MILLIS = 500;
  private static final long DEADLINE_SECONDS = 60;

  /** What offloaded pods took longer than plain ones. */
  double added(int percent) {
    return Figure.percentile(offloadedMillis, percent) - Figure.percentile(plainMillis, percent);
  }

  static Latency run(Site site, String prefix, int pairs) throws IOException {
    List<Double> plain = new ArrayList<>();
    List<Double> offloaded = new ArrayList<>();
    try (Followed plainPods = Followed.pods(site.home, Site.PLAIN);
        Followed offloadedPods = Followed.pods(site.home, Site.EXTENDED)) {
      List<Long> begun = new ArrayList<>();
      for (int i = 0; i < pairs; i++) {
        begun.add(create(site, Site.PLAIN, prefix + i));
        Until.pause(PERIOD_MILLIS);
        begun.add(create(site, Site.EXTENDED, prefix + i));
        Until.pause(PERIOD_MILLIS);
      }
      Until.holds(
          "open loop runs",
          DEADLINE_SECONDS,
          () -> plainPods.running() >= pairs && offloadedPods.running() >= pairs);
      for (int i = 0; i < pairs; i++) {
        plain.add((plainPods.runningSince(prefix + i) - begun.get(2 * i)) / 1e6);
        offloaded.add((offloadedPods.runningSince(prefix + i) - begun.get(2 * i + 1)) / 1e6);
      }
      for (String namespace : List.of(Site.PLAIN, Site.EXTENDED)) {
        site.home.kubectl("delete", "pods", "--all", "-n", namespace, "--wait=false").outOrThrow();
      }
      Until.holds(
          "open loop is gone",
          DEADLINE_SECONDS,
          () -> plainPods.present() == 0 && offloadedPods.present() == 0);
    }
    return new Latency(plain, offloaded);
  }

  private static long create(Site site, String namespace, String name) throws IOException {
    boolean offloaded = namespace.equals(Site.EXTENDED);
    ObjectNode pod =
        (ObjectNode)
            Api.JSON.readTree(
                """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"}, "spec": {
                 "terminationGracePeriodSeconds": 1,
                 "tolerations": [{"key": "virtual-node.liqo.io/not-allowed", "operator": "Exists"}],
                 "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
                  {"nodeSelectorTerms": [{"matchExpressions":
                   [{"key": "liqo.io/type", "operator": "%s"}]}]}}},
                 "containers": [{"name": "c", "image": "pause"}]}}
                """
                    .formatted(name, offloaded ? "Exists" : "DoesNotExist"));
    long begin = System.nanoTime();
    Api.Answer answer = site.home.api().create("/api/v1/namespaces/" + namespace + "/pods", pod);
    if (!answer.ok()) {
      throw new IOException("pod " + name + " was answered " + answer.code());
    }
    return begin;
  }
}
