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
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What a kubelet says of a pod whose only container has ended; fake nodes never do. */
final class Ends {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);

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
    // Meanwhile it may have been lost: then this is refused, and tried again.
    Map<String, Object> same = Map.of("resourceVersion", versionOfRunning(api, pod));
    api.patch(PODS, pod, Patch.merge(Map.of("metadata", same, "status", status)).to("status"));
    return Instant.now();
  }

  /** Who is lost with its node can't end any more by itself: the one that follows it does. */
  private static String versionOfRunning(Api api, Ref pod) {
    AtomicReference<String> version = new AtomicReference<>("");
    Moments.require(
        "there is no pod to end",
        () -> {
          Optional<Pod> found = api.find(PODS, pod).filter(Ends::runs);
          found.ifPresent(it -> version.set(it.getMetadata().getResourceVersion()));
          return found.isPresent();
        });
    return version.get();
  }

  private static boolean runs(Pod pod) {
    return Workload.isReady(pod)
        && "Running".equals(pod.getStatus().getPhase())
        && pod.getStatus().getConditions().stream()
            .noneMatch(it -> it.getType().equals("DisruptionTarget"));
  }
}
