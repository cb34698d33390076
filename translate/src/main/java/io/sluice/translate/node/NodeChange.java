package io.sluice.translate.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.share.Amounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The smallest strategic merge patch that turns the Node that is into the Node that should be;
 * nothing when it is so already. What others added stays (NODE-5).
 */
public final class NodeChange {
  private NodeChange() {}

  private static final String PATCH = "$patch";
  private static final Set<String> OUR_CONDITIONS =
      Set.of(
          "Ready",
          "MemoryPressure",
          "DiskPressure",
          "PIDPressure",
          "NetworkUnavailable",
          ConditionTypes.DELETIONS_HELD);

  /** Labels, annotations, taints and providerID: a patch of the Node itself. */
  public static Optional<Map<String, @Nullable Object>> object(Node current, Node wanted) {
    AppliedKeys applied = AppliedKeys.recordedOn(current);
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    put(
        metadata,
        "labels",
        entries(
            current.getMetadata().getLabels(), wanted.getMetadata().getLabels(), applied.labels()));
    put(
        metadata,
        "annotations",
        entries(
            current.getMetadata().getAnnotations(),
            wanted.getMetadata().getAnnotations(),
            applied.annotations()));
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    List<Taint> taints = taints(current, wanted, applied.taints());
    if (!taints.equals(Frozen.list(current.getSpec().getTaints()))) {
      spec.put("taints", taints);
      // The list is replaced as a whole: a taint that another controller adds meanwhile must
      // fail this patch instead of being lost.
      metadata.put("resourceVersion", current.getMetadata().getResourceVersion());
    }
    if (current.getSpec().getProviderID() == null || current.getSpec().getProviderID().isEmpty()) {
      spec.put("providerID", wanted.getSpec().getProviderID());
    }
    Map<String, @Nullable Object> patch = new LinkedHashMap<>();
    put(patch, "metadata", metadata);
    put(patch, "spec", spec);
    return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
  }

  /**
   * Everything below status: a patch of the subresource.
   *
   * @param heartbeat write the conditions even when only their heartbeat moved
   */
  public static Optional<Map<String, @Nullable Object>> status(
      Node current, Node wanted, List<NodeCondition> conditions, boolean heartbeat) {
    NodeStatus is = current.getStatus() == null ? new NodeStatus() : current.getStatus();
    NodeStatus shall = wanted.getStatus();
    Map<String, @Nullable Object> status = new LinkedHashMap<>();
    put(status, "capacity", amounts(is.getCapacity(), shall.getCapacity()));
    put(status, "allocatable", amounts(is.getAllocatable(), shall.getAllocatable()));
    if (!is.getAddresses().equals(shall.getAddresses())) {
      List<Object> addresses = new ArrayList<>(List.of(Map.of(PATCH, "replace")));
      addresses.addAll(shall.getAddresses());
      status.put("addresses", addresses);
    }
    replaced(status, "daemonEndpoints", NodeStatus::getDaemonEndpoints, is, shall);
    replaced(status, "images", NodeStatus::getImages, is, shall);
    replaced(status, "declaredFeatures", NodeStatus::getDeclaredFeatures, is, shall);
    replaced(status, "runtimeHandlers", NodeStatus::getRuntimeHandlers, is, shall);
    if (!sameInfo(is, shall)) {
      status.put("nodeInfo", shall.getNodeInfo());
    }
    List<Object> changed = conditions(is.getConditions(), conditions, heartbeat);
    if (!changed.isEmpty()) {
      status.put("conditions", changed);
    }
    return status.isEmpty() ? Optional.empty() : Optional.of(Map.of("status", status));
  }

  private static Map<String, @Nullable Object> entries(
      @Nullable Map<String, String> is, @Nullable Map<String, String> shall, Set<String> applied) {
    Map<String, String> present = Frozen.map(is);
    Map<String, String> wanted = Frozen.map(shall);
    Map<String, @Nullable Object> changes = new LinkedHashMap<>();
    wanted.forEach(
        (key, value) -> {
          if (!value.equals(present.get(key))) {
            changes.put(key, value);
          }
        });
    for (String key : applied) {
      if (!wanted.containsKey(key) && present.containsKey(key)) {
        changes.put(key, null);
      }
    }
    return changes;
  }

  private static List<Taint> taints(Node current, Node wanted, Set<String> applied) {
    List<Taint> taints = new ArrayList<>(Frozen.list(current.getSpec().getTaints()));
    for (Taint taint : wanted.getSpec().getTaints()) {
      if (!taints.contains(taint)) {
        taints.removeIf(other -> AppliedKeys.key(other).equals(AppliedKeys.key(taint)));
        taints.add(taint);
      }
    }
    taints.removeIf(
        taint ->
            applied.contains(AppliedKeys.key(taint))
                && !wanted.getSpec().getTaints().contains(taint));
    return taints;
  }

  /** Names that are lent no longer disappear: the scheduler must not count on them (§12.3.12). */
  private static Map<String, @Nullable Object> amounts(
      @Nullable Map<String, Quantity> is, @Nullable Map<String, Quantity> shall) {
    Amounts present = Amounts.ofValid(is);
    Amounts wanted = Amounts.ofValid(shall);
    Map<String, @Nullable Object> changes = new LinkedHashMap<>();
    Frozen.map(shall)
        .forEach(
            (name, quantity) -> {
              boolean same =
                  present.has(name) && present.get(name).compareTo(wanted.get(name)) == 0;
              if (!same) {
                changes.put(name, quantity);
              }
            });
    for (String name : present.names()) {
      if (!wanted.has(name)) {
        changes.put(name, null);
      }
    }
    return changes;
  }

  private static List<Object> conditions(
      List<NodeCondition> is, List<NodeCondition> shall, boolean heartbeat) {
    List<Object> changes = new ArrayList<>();
    for (NodeCondition wanted : shall) {
      if (heartbeat || is.stream().noneMatch(present -> says(present, wanted))) {
        changes.add(wanted);
      }
    }
    for (NodeCondition present : is) {
      boolean gone =
          OUR_CONDITIONS.contains(present.getType())
              && shall.stream().noneMatch(wanted -> wanted.getType().equals(present.getType()));
      if (gone) {
        changes.add(Map.of(PATCH, "delete", "type", present.getType()));
      }
    }
    return changes;
  }

  private static boolean says(NodeCondition one, NodeCondition other) {
    return one.getType().equals(other.getType())
        && one.getStatus().equals(other.getStatus())
        && Objects.equals(one.getReason(), other.getReason())
        && Objects.equals(one.getMessage(), other.getMessage());
  }

  private static boolean sameInfo(NodeStatus is, NodeStatus shall) {
    return is.getNodeInfo() != null
        && is.getNodeInfo().getKubeletVersion().equals(shall.getNodeInfo().getKubeletVersion())
        && is.getNodeInfo().getArchitecture().equals(shall.getNodeInfo().getArchitecture())
        && is.getNodeInfo().getOperatingSystem().equals(shall.getNodeInfo().getOperatingSystem());
  }

  private static void replaced(
      Map<String, @Nullable Object> status,
      String name,
      Function<NodeStatus, @Nullable Object> field,
      NodeStatus is,
      NodeStatus shall) {
    if (!Objects.equals(field.apply(is), field.apply(shall))) {
      status.put(name, field.apply(shall));
    }
  }

  private static void put(
      Map<String, @Nullable Object> parent, String name, Map<String, @Nullable Object> child) {
    if (!child.isEmpty()) {
      parent.put(name, child);
    }
  }
}
