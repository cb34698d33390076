package io.sluice.translate.pod.status;

import io.fabric8.kubernetes.api.model.HostIP;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The strategic merge patch between two statuses of a pod (T-4).
 *
 * <p>Only what differs is sent, and never a field that belongs to others (T-6). Conditions are sent
 * one by one under their key, so that those which somebody else writes meanwhile stay; addresses
 * are replaced as a whole, because merging them would keep the old ones.
 */
final class StatusPatch {
  private static final String DIRECTIVE = "$patch";

  private final Map<String, @Nullable Object> changes = new LinkedHashMap<>();

  private StatusPatch() {}

  /** The body of the PATCH, bound to this life of the pod (T-5); empty when nothing differs. */
  static Optional<Map<String, Object>> between(Pod local, PodStatus wanted) {
    var patch = new StatusPatch();
    patch.compare(Facts.status(local), wanted);
    if (patch.changes.isEmpty()) {
      return Optional.empty();
    }
    var body = new LinkedHashMap<String, Object>();
    body.put("metadata", Map.of("uid", local.getMetadata().getUid()));
    body.put("status", patch.changes);
    return Optional.of(body);
  }

  /** The address of the virtual node moves with the next change: it is worth no request alone. */
  static boolean isWorthIt(Map<String, Object> body) {
    return !(body.get("status") instanceof Map<?, ?> status)
        || !Set.of("hostIP", "hostIPs").containsAll(status.keySet());
  }

  private void compare(PodStatus held, PodStatus wanted) {
    scalar("phase", held.getPhase(), wanted.getPhase());
    scalar("reason", held.getReason(), wanted.getReason());
    scalar("message", held.getMessage(), wanted.getMessage());
    scalar("startTime", held.getStartTime(), wanted.getStartTime());
    scalar("hostIP", held.getHostIP(), wanted.getHostIP());
    scalar("podIP", held.getPodIP(), wanted.getPodIP());
    scalar("resize", held.getResize(), wanted.getResize());
    if (wanted.getObservedGeneration() != null) {
      scalar("observedGeneration", held.getObservedGeneration(), wanted.getObservedGeneration());
    }
    addresses("podIPs", pods(held), pods(wanted));
    addresses("hostIPs", hosts(held), hosts(wanted));
    list("containerStatuses", held.getContainerStatuses(), wanted.getContainerStatuses());
    list(
        "initContainerStatuses",
        held.getInitContainerStatuses(),
        wanted.getInitContainerStatuses());
    list(
        "ephemeralContainerStatuses",
        held.getEphemeralContainerStatuses(),
        wanted.getEphemeralContainerStatuses());
    map(
        "allocatedResources",
        quantities(held.getAllocatedResources()),
        quantities(wanted.getAllocatedResources()));
    map("resources", resources(held.getResources()), resources(wanted.getResources()));
    conditions(Frozen.list(held.getConditions()), Frozen.list(wanted.getConditions()));
  }

  private void scalar(String name, @Nullable Object held, @Nullable Object wanted) {
    if (!Objects.equals(held, wanted)) {
      changes.put(name, wanted);
    }
  }

  /** Lists of container statuses have no merge key: they are sent whole. */
  private void list(String name, @Nullable List<?> held, @Nullable List<?> wanted) {
    var now = Frozen.list(wanted);
    if (!Frozen.list(held).equals(now)) {
      changes.put(name, now.isEmpty() ? null : now);
    }
  }

  private void addresses(String name, List<String> held, List<String> wanted) {
    if (held.equals(wanted)) {
      return;
    }
    var list = new ArrayList<Map<String, Object>>();
    list.add(Map.of(DIRECTIVE, "replace"));
    wanted.forEach(ip -> list.add(Map.of("ip", ip)));
    changes.put(name, list);
  }

  private void map(String name, Map<String, Object> held, Map<String, Object> wanted) {
    if (held.equals(wanted)) {
      return;
    }
    if (wanted.isEmpty()) {
      changes.put(name, null);
      return;
    }
    var replaced = new LinkedHashMap<>(wanted);
    replaced.put(DIRECTIVE, "replace");
    changes.put(name, replaced);
  }

  private void conditions(List<PodCondition> held, List<PodCondition> wanted) {
    var list = new ArrayList<Map<String, @Nullable Object>>();
    for (var condition : wanted) {
      var before = named(held, condition.getType());
      if (before.isEmpty() || differs(before.get(), condition)) {
        list.add(entry(condition));
      }
    }
    for (var condition : held) {
      if (named(wanted, condition.getType()).isEmpty()) {
        var gone = new LinkedHashMap<String, @Nullable Object>();
        gone.put(DIRECTIVE, "delete");
        gone.put("type", condition.getType());
        list.add(gone);
      }
    }
    if (!list.isEmpty()) {
      changes.put("conditions", list);
    }
  }

  private static boolean differs(PodCondition held, PodCondition wanted) {
    return !Objects.equals(held.getStatus(), wanted.getStatus())
        || !Objects.equals(held.getReason(), wanted.getReason())
        || !Objects.equals(held.getMessage(), wanted.getMessage())
        || !Objects.equals(held.getLastTransitionTime(), wanted.getLastTransitionTime())
        || (wanted.getObservedGeneration() != null
            && !wanted.getObservedGeneration().equals(held.getObservedGeneration()));
  }

  /** What is absent is sent as null: a merge would keep the old reason. */
  private static Map<String, @Nullable Object> entry(PodCondition condition) {
    var entry = new LinkedHashMap<String, @Nullable Object>();
    entry.put("type", condition.getType());
    entry.put("status", condition.getStatus());
    entry.put("reason", condition.getReason());
    entry.put("message", condition.getMessage());
    entry.put("lastTransitionTime", condition.getLastTransitionTime());
    if (condition.getObservedGeneration() != null) {
      entry.put("observedGeneration", condition.getObservedGeneration());
    }
    return entry;
  }

  private static Optional<PodCondition> named(List<PodCondition> all, String type) {
    return all.stream().filter(condition -> type.equals(condition.getType())).findFirst();
  }

  private static List<String> pods(PodStatus status) {
    return Frozen.list(status.getPodIPs()).stream().map(PodIP::getIp).toList();
  }

  private static List<String> hosts(PodStatus status) {
    return Frozen.list(status.getHostIPs()).stream().map(HostIP::getIp).toList();
  }

  private static Map<String, Object> quantities(@Nullable Map<String, Quantity> quantities) {
    return new LinkedHashMap<>(Frozen.map(quantities));
  }

  private static Map<String, Object> resources(@Nullable ResourceRequirements resources) {
    var parts = new LinkedHashMap<String, Object>();
    if (resources != null) {
      put(parts, "requests", Frozen.map(resources.getRequests()));
      put(parts, "limits", Frozen.map(resources.getLimits()));
    }
    return parts;
  }

  private static void put(Map<String, Object> parts, String name, Map<String, Quantity> part) {
    if (!part.isEmpty()) {
      parts.put(name, part);
    }
  }
}
