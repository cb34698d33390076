package io.sluice.translate.pod.status;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.HostIP;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.RestartRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The remote status as the local pod shows it (§3.5.5). */
final class Reflected {
  private static final List<String> NOT_REACHED =
      List.of(Reasons.REMOTE_UNREACHABLE, Reasons.REMOTE_POD_LOST);

  private Reflected() {}

  static PodStatus of(Pod local, Pod remote, Restarts restarts, Around around) {
    var held = Facts.status(local);
    var given = Facts.status(remote);
    var generation = observedGeneration(local, remote);
    var conditions = new Conditions(held, around.now());
    conditions.reflect(Frozen.list(given.getConditions()), generation);
    ready(conditions, local, remote);
    Hops.of(local, remote)
        .ifPresent(places -> conditions.set(ConditionTypes.HOPS, true, Reasons.OFFLOADED, places));

    var status =
        new PodStatusBuilder(held)
            .withPhase(Facts.phase(remote))
            .withReason(given.getReason())
            .withMessage(given.getMessage())
            .withStartTime(held.getStartTime() == null ? given.getStartTime() : held.getStartTime())
            .withResize(given.getResize())
            .withResources(given.getResources())
            .withAllocatedResources(given.getAllocatedResources())
            .withContainerStatuses(restarts.added(given.getContainerStatuses()))
            .withInitContainerStatuses(
                keepingEnds(
                    held.getInitContainerStatuses(),
                    given.getInitContainerStatuses(),
                    end -> !RestartRules.mayRestart(local.getSpec(), end)))
            .withEphemeralContainerStatuses(
                keepingEnds(
                    held.getEphemeralContainerStatuses(),
                    given.getEphemeralContainerStatuses(),
                    end -> true))
            .withConditions(conditions.list());
    if (generation != null) {
      status.withObservedGeneration(generation);
    }
    return addresses(status, given, around).build();
  }

  /** The provider's Ready is not asked, unless it says that a further hop is cut off (§10). */
  private static void ready(Conditions conditions, Pod local, Pod remote) {
    if (Facts.isTerminal(remote)) {
      var reason =
          Facts.phase(remote).equals(Facts.FAILED) ? Reasons.POD_FAILED : Reasons.POD_COMPLETED;
      conditions.set(Conditions.CONTAINERS_READY, false, reason, null);
      conditions.set(Facts.READY, false, reason, null);
      return;
    }
    conditions.computeReady(local);
    Facts.condition(remote, Facts.READY)
        .filter(ready -> !Facts.TRUE.equals(ready.getStatus()))
        .filter(ready -> NOT_REACHED.contains(String.valueOf(ready.getReason())))
        .ifPresent(
            ready -> conditions.set(Facts.READY, false, ready.getReason(), ready.getMessage()));
  }

  /**
   * T-8: the remote numbers mean nothing here. The remote pod says which local generation it came
   * from, and that one is observed as soon as its kubelet has observed everything.
   */
  private static @Nullable Long observedGeneration(Pod local, Pod remote) {
    var observed = Facts.status(remote).getObservedGeneration();
    var generation = remote.getMetadata().getGeneration();
    var pushed = Facts.annotations(remote).getOrDefault(Annotations.LOCAL_GENERATION, "");
    if (observed == null
        || generation == null
        || observed < generation
        || !pushed.matches("\\d{1,18}")) {
      return Facts.status(local).getObservedGeneration();
    }
    return Long.valueOf(pushed);
  }

  /**
   * An init or ephemeral container that ended for good is shown so until it ends again: its twin
   * may run a second time, and no API server accepts that it leaves its end (T-2).
   */
  private static List<ContainerStatus> keepingEnds(
      @Nullable List<ContainerStatus> held,
      @Nullable List<ContainerStatus> given,
      Predicate<ContainerStatus> isFinal) {
    return Frozen.list(given).stream()
        .map(
            status ->
                Facts.isTerminated(status)
                    ? status
                    : Facts.named(held, status.getName())
                        .filter(Facts::isTerminated)
                        .filter(isFinal)
                        .orElse(status))
        .toList();
  }

  private static PodStatusBuilder addresses(
      PodStatusBuilder status, PodStatus given, Around around) {
    var pods = pods(given, around);
    var hosts = around.hostAddresses();
    return status
        .withPodIP(pods.isEmpty() ? null : pods.getFirst())
        .withPodIPs(pods.stream().map(ip -> new PodIP(ip)).toList())
        .withHostIP(hosts.isEmpty() ? null : hosts.getFirst())
        .withHostIPs(hosts.stream().map(ip -> new HostIP(ip)).toList());
  }

  /** At most one per family: an API server refuses more. */
  private static List<String> pods(PodStatus given, Around around) {
    var listed = Frozen.list(given.getPodIPs()).stream().map(PodIP::getIp).toList();
    var single = given.getPodIP() == null ? List.<String>of() : List.of(given.getPodIP());
    var byFamily = new LinkedHashMap<Boolean, String>();
    for (var ip : listed.isEmpty() ? single : listed) {
      around
          .podAddress()
          .apply(ip)
          .ifPresent(seen -> byFamily.putIfAbsent(seen.contains(":"), seen));
    }
    return List.copyOf(byFamily.values());
  }
}
