package io.sluice.faults;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a kubelet says of a pod whose only container has ended; fake nodes never do. */
final class Ends {
  private Ends() {}

  /** When it was said. */
  static Instant of(Api api, Ref pod, int exitCode) {
    String now = Instant.now().toString();
    Map<String, Object> terminated =
        Map.of(
            "exitCode",
            exitCode,
            "reason",
            exitCode == 0 ? "Completed" : "Error",
            "startedAt",
            now,
            "finishedAt",
            now);
    Map<String, Object> container = new LinkedHashMap<>();
    container.put("name", "c");
    container.put("image", "pause");
    container.put("imageID", "");
    container.put("ready", false);
    container.put("restartCount", 0);
    container.put("started", false);
    container.put("state", Map.of("terminated", terminated));
    Map<String, Object> status =
        Map.of(
            "phase",
            exitCode == 0 ? "Succeeded" : "Failed",
            "containerStatuses",
            List.of(container));
    api.patch(Kind.of(Pod.class), pod, Patch.merge(Map.of("status", status)).to("status"));
    return Instant.now();
  }
}
