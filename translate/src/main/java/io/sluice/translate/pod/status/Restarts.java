package io.sluice.translate.pod.status;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Restarts that the remote pod of today does not know of (RST): each new remote pod is one more
 * restart of every container, and the count at home never goes back.
 */
public record Restarts(String remoteUid, Map<String, Integer> extra) {
  public static final Restarts UNKNOWN = new Restarts("", Map.of());

  public Restarts {
    extra = Map.copyOf(extra);
  }

  /** With this state of the remote pod; the same object while the remote pod stays the same. */
  public Restarts and(Pod local, Pod remote) {
    var uid = remote.getMetadata().getUid();
    if (uid.equals(remoteUid) || !Facts.isOfThisLife(remote, local)) {
      return this;
    }
    var first = remoteUid.isEmpty();
    var next = new LinkedHashMap<String, Integer>();
    for (var container : Frozen.list(remote.getSpec().getContainers())) {
      var name = container.getName();
      var missing = shown(local, name) - count(remote, name);
      next.put(
          name, first ? Math.max(0, missing) : Math.max(extra.getOrDefault(name, 0), missing) + 1);
    }
    return new Restarts(uid, next);
  }

  List<ContainerStatus> added(@Nullable List<ContainerStatus> remote) {
    return Frozen.list(remote).stream()
        .map(
            status -> {
              var more = extra.getOrDefault(status.getName(), 0);
              return more == 0
                  ? status
                  : new ContainerStatusBuilder(status)
                      .withRestartCount(count(status) + more)
                      .build();
            })
        .toList();
  }

  private static int shown(Pod local, String name) {
    return count(local, name);
  }

  private static int count(Pod pod, String name) {
    return Facts.named(Facts.status(pod).getContainerStatuses(), name)
        .map(Restarts::count)
        .orElse(0);
  }

  private static int count(ContainerStatus status) {
    return status.getRestartCount() == null ? 0 : status.getRestartCount();
  }
}
