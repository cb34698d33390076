package io.sluice.translate.pod.status;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a local pod while they are being changed: those of others stay as they are
 * (T-7), and a condition whose status does not change keeps its time.
 */
final class Conditions {
  static final String CONTAINERS_READY = "ContainersReady";

  /** Written by whoever runs the pod. PodScheduled stays local: the remote one is another story. */
  static final Set<String> OF_KUBELETS =
      Set.of(
          "Initialized",
          CONTAINERS_READY,
          "PodReadyToStartContainers",
          "PodResizePending",
          "PodResizeInProgress",
          "AllContainersRestarting");

  private final Map<String, PodCondition> all = new LinkedHashMap<>();
  private final Instant now;

  Conditions(PodStatus held, Instant now) {
    this.now = now;
    Frozen.list(held.getConditions()).forEach(c -> all.put(c.getType(), c));
  }

  List<PodCondition> list() {
    return new ArrayList<>(all.values());
  }

  /** Takes over what a remote kubelet says; what it says no more is gone. */
  void reflect(List<PodCondition> remote, @Nullable Long observedGeneration) {
    all.keySet()
        .removeIf(
            type ->
                OF_KUBELETS.contains(type)
                    && remote.stream().noneMatch(c -> type.equals(c.getType())));
    for (var condition : remote) {
      if (OF_KUBELETS.contains(condition.getType())) {
        put(
            new PodConditionBuilder(condition)
                .withLastProbeTime(null)
                .withObservedGeneration(
                    condition.getObservedGeneration() == null ? null : observedGeneration)
                .build());
      }
    }
  }

  void set(String type, boolean holds, @Nullable String reason, @Nullable String message) {
    put(
        new PodConditionBuilder()
            .withType(type)
            .withStatus(holds ? Facts.TRUE : Facts.FALSE)
            .withReason(reason)
            .withMessage(message)
            .withLastTransitionTime(Facts.timestamp(now))
            .build());
  }

  void put(PodCondition condition) {
    var held = all.get(condition.getType());
    all.put(
        condition.getType(),
        held == null || !Objects.equals(held.getStatus(), condition.getStatus())
            ? condition
            : new PodConditionBuilder(condition)
                .withLastTransitionTime(held.getLastTransitionTime())
                .build());
  }

  void replace(PodCondition condition) {
    all.put(condition.getType(), condition);
  }

  boolean holds(String type) {
    var condition = all.get(type);
    return condition != null && Facts.TRUE.equals(condition.getStatus());
  }

  /**
   * Ready, as a kubelet computes it (T-7): the containers, and the gates of the local pod, whose
   * conditions are written here.
   */
  void computeReady(Pod local) {
    var containers = all.get(CONTAINERS_READY);
    if (containers == null || !holds(CONTAINERS_READY)) {
      set(
          Facts.READY,
          false,
          containers == null ? Reasons.CONTAINERS_NOT_READY : containers.getReason(),
          containers == null ? null : containers.getMessage());
      return;
    }
    var closed =
        Frozen.list(local.getSpec().getReadinessGates()).stream()
            .map(gate -> String.valueOf(gate.getConditionType()))
            .filter(gate -> !holds(gate))
            .toList();
    if (closed.isEmpty()) {
      set(Facts.READY, true, null, null);
    } else {
      set(
          Facts.READY,
          false,
          Reasons.READINESS_GATES_NOT_READY,
          "closed: " + String.join(", ", closed));
    }
  }
}
