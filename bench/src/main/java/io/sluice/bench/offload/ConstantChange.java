package io.sluice.bench.offload;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testbed.plane.Api;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** So many pods are created and deleted in each minute, for a while. */
record ConstantChange(int size, Duration time) implements Axis {
  /** How many stand at a time. */
  private static final int STANDING = 25;

  private static final String PODS = "/api/v1/namespaces/" + Site.EXTENDED + "/pods";

  @Override
  public String name() {
    return "pods created and deleted per minute for " + time.toSeconds() + " s";
  }

  @Override
  public void grow(Site site, int step) throws IOException {
    long each = Duration.ofMinutes(1).toNanos() / size;
    long end = System.nanoTime() + time.toNanos() / STEPS;
    Deque<String> standing = new ArrayDeque<>();
    int number = 0;
    for (long next = System.nanoTime(); next < end; next += each) {
      String name = "change-" + step + "-" + number++;
      site.home.api().create(PODS, pod(name));
      standing.add(name);
      if (standing.size() > STANDING) {
        site.home.api().delete(PODS + "/" + standing.poll());
      }
      Until.pause(Math.max(0, (next + each - System.nanoTime()) / 1_000_000));
    }
    standing.forEach(name -> site.home.api().delete(PODS + "/" + name));
    Until.holds(
        "the pods of a step are gone",
        300,
        () ->
            site.away
                    .kubectl("get", "pods,shadowpods", "-n", Site.EXTENDED, "-o=name")
                    .out()
                    .isBlank()
                && site.home
                    .kubectl("get", "pods", "-n", Site.EXTENDED, "-o=name")
                    .out()
                    .isBlank());
  }

  private static JsonNode pod(String name) throws IOException {
    return Api.JSON.readTree(
        """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"},
         "spec": {"terminationGracePeriodSeconds": 1,
          "nodeSelector": {"liqo.io/type": "virtual-node"},
          "tolerations": [{"key": "virtual-node.liqo.io/not-allowed", "operator": "Exists"}],
          "containers": [{"name": "c", "image": "pause"}]}}
        """
            .formatted(name));
  }

  @Override
  public void shrink(Site site) {} // each step leaves nothing behind
}
