package io.sluice.cli.explain;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.api.wire.Frozen;
import io.sluice.cli.shell.Output.Table;
import io.sluice.translate.pod.status.Hops;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A pod's way from its creation to its end, over both clusters; pure.
 *
 * @param next what a person could do now
 */
public record Chain(String pod, List<Link> links, String next) {
  private static final String SCHEDULED = "Scheduled";
  private static final String SHADOW = "ShadowAccepted";
  private static final String CREATED = "RemoteCreated";
  private static final String PLACED = "RemoteScheduled";
  private static final String RUNNING = "Running";

  public Chain {
    links = List.copyOf(links);
  }

  public static Chain of(Evidence seen) {
    Pod local = seen.local();
    List<Link> links = new ArrayList<>();
    links.add(
        Link.done("Created", text(local.getMetadata().getCreationTimestamp()), creator(local), ""));
    links.add(scheduled(SCHEDULED, local, "scheduler"));
    if (isDone(links) && seen.provider().isEmpty()) {
      links.add(running(local, "kubelet of " + local.getSpec().getNodeName()));
    } else if (isDone(links)) {
      away(seen, links);
    }
    String name = local.getMetadata().getNamespace() + "/" + local.getMetadata().getName();
    return new Chain(name, links, Advice.of(seen, links.getLast()));
  }

  private static void away(Evidence seen, List<Link> links) {
    String kubelet = "kubelet of " + seen.local().getSpec().getNodeName();
    String manager = "manager of " + seen.provider();
    if (!seen.blind().isEmpty()) {
      links.add(Link.unknown(SHADOW, kubelet, seen.blind() + said(seen.local())));
      return;
    }
    links.add(
        seen.shadow()
            .map(
                shadow ->
                    Link.done(
                        SHADOW,
                        text(shadow.getMetadata().getCreationTimestamp()),
                        kubelet,
                        "in namespace " + seen.twin() + " of " + seen.provider()))
            .orElseGet(() -> missing(seen, kubelet)));
    if (isDone(links)) {
      links.add(created(seen, manager));
    }
    if (isDone(links) && seen.remote().isPresent()) {
      links.add(scheduled(PLACED, seen.remote().get(), "scheduler of " + seen.provider()));
    }
    if (isDone(links) && seen.remote().isPresent()) {
      Pod remote = seen.remote().get();
      further(remote, links);
      links.add(
          running(remote, "node " + remote.getSpec().getNodeName() + " of " + seen.provider()));
    }
  }

  /** Over more borders than one (§10): each cluster told the one before it. */
  private static void further(Pod remote, List<Link> links) {
    String time =
        condition(remote, ConditionTypes.HOPS).map(PodCondition::getLastTransitionTime).orElse("");
    String node = text(remote.getSpec().getNodeName());
    for (String place : Hops.places(remote)) {
      links.add(Link.done("Hop", text(time), "kubelet of " + node, "on to " + place));
      node = place.substring(place.indexOf('/') + 1);
    }
  }

  private static Link missing(Evidence seen, String kubelet) {
    String phase = seen.local().getStatus().getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase)
        ? Link.failed(SHADOW, "", kubelet, "the pod ended: " + phase + said(seen.local()))
        : Link.waiting(SHADOW, kubelet, "no ShadowPod yet" + said(seen.local()));
  }

  /** The pod in the provider, or why there is none (D-13, D-14). */
  private static Link created(Evidence seen, String manager) {
    if (seen.remote().isPresent()) {
      return Link.done(
          CREATED, text(seen.remote().get().getMetadata().getCreationTimestamp()), manager, "");
    }
    Optional<Condition> refusal = seen.shadow().flatMap(Chain::refusal);
    return refusal
        .map(
            why ->
                Link.failed(
                    CREATED,
                    text(why.lastTransitionTime()),
                    manager,
                    text(why.reason()) + ": " + text(why.message())))
        .orElseGet(() -> Link.waiting(CREATED, manager, "no pod yet" + said(seen.local())));
  }

  static Optional<Condition> refusal(ShadowPod shadow) {
    return shadow.getStatus() == null
        ? Optional.empty()
        : shadow.getStatus().conditions().stream()
            .filter(condition -> condition.status() == ConditionStatus.FALSE)
            .findFirst();
  }

  private static Link scheduled(String name, Pod pod, String actor) {
    if (pod.getSpec().getNodeName() != null) {
      String time =
          condition(pod, "PodScheduled").map(PodCondition::getLastTransitionTime).orElse("");
      return Link.done(name, text(time), actor, "on node " + pod.getSpec().getNodeName());
    }
    return condition(pod, "PodScheduled")
        .filter(said -> said.getMessage() != null)
        .map(
            said -> Link.failed(name, text(said.getLastTransitionTime()), actor, said.getMessage()))
        .orElseGet(() -> Link.waiting(name, actor, "not looked at yet"));
  }

  private static Link running(Pod pod, String actor) {
    String phase = text(pod.getStatus().getPhase());
    Optional<String> trouble = states(pod).flatMap(Chain::trouble).findFirst();
    if (phase.equals("Succeeded")) {
      return Link.done(RUNNING, started(pod), actor, "finished with success");
    }
    if (phase.equals("Failed")) {
      return Link.failed(
          RUNNING,
          started(pod),
          actor,
          "finished without success" + said(pod) + trouble.map(why -> ": " + why).orElse(""));
    }
    if (trouble.isPresent()) {
      return Link.failed(RUNNING, "", actor, trouble.get());
    }
    return phase.equals("Running")
        ? Link.done(RUNNING, started(pod), actor, "")
        : Link.waiting(RUNNING, actor, "phase " + phase);
  }

  private static Stream<ContainerStatus> states(Pod pod) {
    return Stream.concat(
        Frozen.list(pod.getStatus().getInitContainerStatuses()).stream(),
        Frozen.list(pod.getStatus().getContainerStatuses()).stream());
  }

  /** What a container waits for, except for its turn; or how it ended, unless well. */
  private static Stream<String> trouble(ContainerStatus container) {
    ContainerState state = container.getState();
    if (state == null) {
      return Stream.empty();
    }
    if (state.getWaiting() != null && !isUsual(text(state.getWaiting().getReason()))) {
      return Stream.of(
          "container %s: %s %s"
              .formatted(
                  container.getName(),
                  text(state.getWaiting().getReason()),
                  text(state.getWaiting().getMessage())));
    }
    if (state.getTerminated() != null && state.getTerminated().getExitCode() != 0) {
      return Stream.of(
          "container %s ended with %d"
              .formatted(container.getName(), state.getTerminated().getExitCode()));
    }
    return Stream.empty();
  }

  private static boolean isUsual(String reason) {
    return reason.isEmpty()
        || reason.equals("ContainerCreating")
        || reason.equals("PodInitializing");
  }

  private static String started(Pod pod) {
    return states(pod)
        .map(ContainerStatus::getState)
        .filter(Objects::nonNull)
        .filter(state -> state.getRunning() != null)
        .map(state -> text(state.getRunning().getStartedAt()))
        .findFirst()
        .orElse(text(pod.getStatus().getStartTime()));
  }

  static Optional<PodCondition> condition(Pod pod, String type) {
    return Frozen.list(pod.getStatus().getConditions()).stream()
        .filter(condition -> type.equals(condition.getType()))
        .findFirst();
  }

  /** What the pod itself says about its state. */
  private static String said(Pod pod) {
    String reason = text(pod.getStatus().getReason());
    String message = text(pod.getStatus().getMessage());
    return reason.isEmpty() && message.isEmpty()
        ? ""
        : "; it says " + (reason + ": " + message).replaceAll("^: |: $", "");
  }

  private static String creator(Pod pod) {
    return Frozen.list(pod.getMetadata().getOwnerReferences()).stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .map((OwnerReference owner) -> owner.getKind() + " " + owner.getName())
        .findFirst()
        .orElse("a person");
  }

  private static boolean isDone(List<Link> links) {
    return links.getLast().state() == Link.State.DONE;
  }

  private static String text(@org.jspecify.annotations.Nullable String text) {
    return text == null ? "" : text;
  }

  /** For people. */
  public Table table() {
    return new Table(
        "POD " + pod,
        List.of("", "LINK", "TIME", "BY", "WHAT"),
        links.stream()
            .map(
                link -> List.of(link.mark(), link.name(), link.time(), link.actor(), link.detail()))
            .toList());
  }
}
