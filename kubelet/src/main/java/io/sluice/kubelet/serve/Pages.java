package io.sluice.kubelet.serve;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.sluice.engine.kube.Json;
import io.sluice.engine.metrics.Meter;
import io.sluice.kubelet.serve.stream.Reply;
import io.sluice.translate.metrics.Exposition;
import io.sluice.translate.serve.Ask;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What this process answers by itself. */
final class Pages {
  private static final String JSON = "application/json";

  private final NodePods pods;
  private final Measurements measurements;
  private final Map<String, Object> config;

  Pages(NodePods pods, Measurements measurements, Map<String, Object> config) {
    this.pods = pods;
    this.measurements = measurements;
    this.config = config;
  }

  void show(Reply reply, Ask.Page page) {
    switch (page) {
      case HEALTH -> reply.text(200, "ok");
      case PODS -> json(reply, list(pods.all()));
      case RUNNING_PODS -> json(reply, list(pods.all().stream().filter(Pages::runs).toList()));
      case CONFIG -> json(reply, Map.of("kubeletconfig", config));
      case SUMMARY -> measurements.summary(reply);
    }
  }

  void metrics(Reply reply, String path) {
    if (path.equals("metrics")) { // those of the kubelet itself, as everywhere
      byte[] own = Meter.all().text().getBytes(StandardCharsets.UTF_8);
      reply.bytes(200, Exposition.CONTENT_TYPE, own);
    } else {
      measurements.metrics(reply, path);
    }
  }

  private static Object list(List<Pod> pods) {
    return new PodListBuilder().withItems(pods).build();
  }

  private static boolean runs(Pod pod) {
    return pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase());
  }

  private static void json(Reply reply, Object body) {
    reply.bytes(200, JSON, Json.bytes(body));
  }
}
