package io.sluice.translate.namespaces;

import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapPhase;
import io.sluice.api.offloading.NamespaceOffloadingStatus;
import io.sluice.api.offloading.OffloadingPhase;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.offloading.RemoteNamespaceCondition;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.ConditionStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far the extension of a namespace got (§5.2): one part per provider, from its NamespaceMap.
 *
 * @param parts by name of the NamespaceMap, which is the provider's cluster ID
 */
public record Extension(Map<String, Part> parts) {
  public static final String OFFLOADING_REQUIRED = "OffloadingRequired";
  public static final String READY = "Ready";

  /**
   * @param required the map asks for a twin
   * @param phase what the provider answered, null when nothing yet
   */
  public record Part(boolean required, @Nullable NamespaceMapPhase phase) {
    private boolean is(NamespaceMapPhase wanted) {
      return required && phase == wanted;
    }
  }

  public Extension {
    parts = Map.copyOf(parts);
  }

  public static Extension of(String namespace, List<NamespaceMap> maps) {
    Map<String, Part> parts = new TreeMap<>();
    for (NamespaceMap map : maps) {
      boolean required =
          map.getSpec() != null && map.getSpec().desiredMapping().containsKey(namespace);
      RemoteNamespace current =
          map.getStatus() == null ? null : map.getStatus().currentMapping().get(namespace);
      parts.put(
          map.getMetadata().getName(),
          new Part(required, current == null ? null : current.phase()));
    }
    return new Extension(parts);
  }

  public OffloadingPhase phase(boolean deleting) {
    long required = parts.values().stream().filter(Part::required).count();
    long ready = count(NamespaceMapPhase.ACCEPTED);
    long failed = count(NamespaceMapPhase.CREATION_LOOP_BACK_OFF);
    if (deleting) {
      return OffloadingPhase.TERMINATING;
    }
    if (required == 0) {
      return OffloadingPhase.NO_CLUSTER_SELECTED;
    }
    if (ready == required) {
      return OffloadingPhase.READY;
    }
    if (failed == required) {
      return OffloadingPhase.ALL_FAILED;
    }
    return failed > 0 ? OffloadingPhase.SOME_FAILED : OffloadingPhase.IN_PROGRESS;
  }

  /** While deleting: nothing is left in any provider, so the finalizer may go (§5.3). */
  public boolean isGone() {
    return parts.values().stream().allMatch(part -> !part.required() && part.phase() == null);
  }

  /** The status to write; times move only where an answer changed. */
  public NamespaceOffloadingStatus status(
      String remoteName,
      boolean deleting,
      long generation,
      @Nullable NamespaceOffloadingStatus before,
      Instant now) {
    Map<String, List<RemoteNamespaceCondition>> conditions = new TreeMap<>();
    parts.forEach(
        (provider, part) -> {
          if (!deleting || part.required() || part.phase() != null) {
            List<RemoteNamespaceCondition> old =
                before == null
                    ? List.of()
                    : before.remoteNamespacesConditions().getOrDefault(provider, List.of());
            conditions.put(provider, conditions(part, old, now));
          }
        });
    return new NamespaceOffloadingStatus(remoteName, phase(deleting), conditions, generation);
  }

  /** Not ready for anybody: the providers are, but pods are not placed yet (T-31). */
  public static NamespaceOffloadingStatus untilPodsArePlaced(NamespaceOffloadingStatus status) {
    return status.offloadingPhase() == OffloadingPhase.READY
        ? new NamespaceOffloadingStatus(
            status.remoteNamespaceName(),
            OffloadingPhase.IN_PROGRESS,
            status.remoteNamespacesConditions(),
            status.observedGeneration())
        : status;
  }

  private static List<RemoteNamespaceCondition> conditions(
      Part part, List<RemoteNamespaceCondition> old, Instant now) {
    List<RemoteNamespaceCondition> conditions = new ArrayList<>();
    conditions.add(
        condition(
            OFFLOADING_REQUIRED,
            part.required(),
            part.required() ? Reasons.CLUSTER_SELECTED : Reasons.CLUSTER_NOT_SELECTED));
    if (part.required() || part.phase() != null) {
      conditions.add(condition(READY, part.phase() == NamespaceMapPhase.ACCEPTED, ready(part)));
    }
    return conditions.stream().map(condition -> timed(condition, old, now)).toList();
  }

  private static String ready(Part part) {
    return switch (part.phase()) {
      case ACCEPTED -> Reasons.NAMESPACE_CREATED;
      case CREATION_LOOP_BACK_OFF -> Reasons.CREATION_LOOP_BACK_OFF;
      case TERMINATING -> Reasons.TERMINATING;
      case null -> Reasons.CREATING;
    };
  }

  private static RemoteNamespaceCondition condition(String type, boolean holds, String reason) {
    return new RemoteNamespaceCondition(
        type, holds ? ConditionStatus.TRUE : ConditionStatus.FALSE, reason, null, null);
  }

  private static RemoteNamespaceCondition timed(
      RemoteNamespaceCondition condition, List<RemoteNamespaceCondition> old, Instant now) {
    String since =
        old.stream()
            .filter(
                was ->
                    was.type().equals(condition.type())
                        && was.status() == condition.status()
                        && was.lastTransitionTime() != null)
            .map(RemoteNamespaceCondition::lastTransitionTime)
            .findFirst()
            .orElse(now.toString());
    return new RemoteNamespaceCondition(
        condition.type(), condition.status(), condition.reason(), condition.message(), since);
  }

  private long count(NamespaceMapPhase phase) {
    return parts.values().stream().filter(part -> part.is(phase)).count();
  }
}
