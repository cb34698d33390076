package io.sluice.translate.share;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a pod takes from a node, as the scheduler of Kubernetes 1.36 computes it: the containers
 * together, or the hungriest moment of initialisation, pod-level resources instead of either, and
 * the overhead; while a resize is under way the larger of old and new. One {@code pods} each.
 */
public final class Demand {
  private Demand() {}

  public static final String PODS = "pods";

  /** Demand of a pod that exists, with what its status says about a resize. */
  public static Amounts of(Pod pod) {
    return of(pod.getSpec(), pod.getStatus());
  }

  /** Demand of a pod that does not exist yet. Defaults that Kubernetes sets at creation count. */
  public static Amounts of(PodSpec spec) {
    return of(spec, null);
  }

  private static Amounts of(PodSpec spec, @Nullable PodStatus status) {
    Amounts demand = containers(spec, status);
    demand = podLevel(spec, status, demand).orElse(demand);
    return demand.plus(Amounts.ofValid(spec.getOverhead())).plus(Amounts.of(PODS, 1));
  }

  private static Amounts containers(PodSpec spec, @Nullable PodStatus status) {
    Amounts running = Amounts.NONE;
    for (Container container : spec.getContainers()) {
      running = running.plus(container(container, status));
    }
    Amounts sidecars = Amounts.NONE;
    Amounts starting = Amounts.NONE;
    for (Container container : spec.getInitContainers()) {
      // The i-th init container runs beside the sidecars that started before it.
      if ("Always".equals(container.getRestartPolicy())) {
        sidecars = sidecars.plus(container(container, status));
        starting = starting.max(sidecars);
      } else {
        starting = starting.max(sidecars.plus(requests(container.getResources())));
      }
    }
    return running.plus(sidecars).max(starting);
  }

  private static Amounts container(Container container, @Nullable PodStatus status) {
    Amounts wanted = requests(container.getResources());
    ContainerStatus running = status == null ? null : find(status, container.getName());
    if (status == null || running == null || running.getResources() == null) {
      return wanted;
    }
    return resizing(
        status,
        wanted,
        Amounts.ofValid(running.getResources().getRequests())
            .max(Amounts.ofValid(running.getAllocatedResources())));
  }

  private static @Nullable ContainerStatus find(PodStatus status, String name) {
    for (ContainerStatus candidate : status.getContainerStatuses()) {
      if (candidate.getName().equals(name)) {
        return candidate;
      }
    }
    for (ContainerStatus candidate : status.getInitContainerStatuses()) {
      if (candidate.getName().equals(name)) {
        return candidate;
      }
    }
    return null;
  }

  /** An infeasible resize will never happen, so only what is there counts. */
  private static Amounts resizing(PodStatus status, Amounts wanted, Amounts there) {
    for (PodCondition condition : status.getConditions()) {
      if (condition.getType().equals("PodResizePending")
          && "Infeasible".equals(condition.getReason())) {
        return there;
      }
    }
    return wanted.max(there);
  }

  private static Amounts podLevel(PodSpec spec, @Nullable PodStatus status, Amounts containers) {
    ResourceRequirements pod = spec.getResources();
    if (pod == null) {
      return Amounts.NONE;
    }
    Amounts wanted = supported(Amounts.ofValid(pod.getRequests()));
    Amounts limits = supported(Amounts.ofValid(pod.getLimits()));
    if (!limits.names().isEmpty()) {
      // Defaulting at creation: from the containers where they ask, else from the pod's limit.
      wanted = wanted.orElse(supported(containers)).orElse(limits);
    }
    return status == null || status.getResources() == null || wanted.names().isEmpty()
        ? wanted
        : resizing(
            status,
            wanted,
            supported(
                Amounts.ofValid(status.getResources().getRequests())
                    .max(Amounts.ofValid(status.getAllocatedResources()))));
  }

  private static Amounts supported(Amounts amounts) {
    SortedMap<String, BigDecimal> kept = new TreeMap<>(amounts.byName());
    kept.keySet()
        .removeIf(
            name ->
                !name.equals("cpu") && !name.equals("memory") && !name.startsWith("hugepages-"));
    return new Amounts(kept);
  }

  /** A limit without a request is a request: the API server defaults it so on pods. */
  private static Amounts requests(@Nullable ResourceRequirements resources) {
    if (resources == null) {
      return Amounts.NONE;
    }
    Map<String, Quantity> limits = resources.getLimits();
    return Amounts.ofValid(resources.getRequests()).orElse(Amounts.ofValid(limits));
  }
}
