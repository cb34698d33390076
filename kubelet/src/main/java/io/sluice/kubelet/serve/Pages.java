package io.sluice.kubelet.serve;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.sluice.engine.kube.Json;
import io.sluice.kubelet.serve.stream.Reply;
import io.sluice.translate.serve.Ask;
import java.util.List;
import java.util.Map;

/** What this process answers by itself. */
final class Pages {
  private static final String JSON = "application/json";

  private final NodePods pods;

  Pages(NodePods pods) {
    this.pods = pods;
  }

  void show(Reply reply, Ask.Page page) {
    switch (page) {
      case HEALTH -> reply.text(200, "ok");
      case PODS -> json(reply, list(pods.all()));
      case RUNNING_PODS -> json(reply, list(pods.all().stream().filter(Pages::runs).toList()));
      case CONFIG -> json(reply, Map.of("kubeletconfig", Map.of()));
      case SUMMARY -> reply.text(404, "404: Page Not Found");
    }
  }

  void metrics(Reply reply, String path) {
    reply.text(404, "404: Page Not Found");
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
