package io.sluice.manager.consumer.namespaces;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.work.Next;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.Evictions;
import io.sluice.translate.place.Placement;
import io.sluice.translate.place.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers for pods that were there before a strategy came or became stricter: says which of them it
 * did not reach and which it forbids (§5.6), and moves the latter where the user asks for it.
 */
public final class StandingPods {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final String MOVE = "move";
  private static final Duration MOVE_AGAIN = Duration.ofSeconds(10);
  private static final int NAMED = 5;

  private final Api api;
  private final ConsumerFeeds feeds;
  private final Events events;
  private final String runtimeClass;

  public StandingPods(Api api, ConsumerFeeds feeds, Events events, String runtimeClass) {
    this.api = api;
    this.feeds = feeds;
    this.events = events;
    this.runtimeClass = runtimeClass;
  }

  /** Looks once at each new strategy, and again while pods are to be moved. */
  public Next answer(NamespaceOffloading offloading) {
    boolean move = MOVE.equals(annotations(offloading).get(Annotations.ON_VIOLATION));
    if (!move && isAnswered(offloading)) {
      return Next.REST;
    }
    List<String> overlooked = new ArrayList<>();
    List<String> violating = new ArrayList<>();
    Placement placement =
        Placement.of(
            offloading.getSpec().podOffloadingStrategy(), offloading.getSpec().clusterSelector());
    for (Pod pod : pods(offloading.getMetadata().getNamespace())) {
      switch (Standing.of(pod, placement, runtimeClass, place(pod))) {
        case Standing.Conforms _ -> {}
        case Standing.Overlooked(String why) -> {
          overlooked.add(pod.getMetadata().getName());
          if (pod.getSpec().getNodeName() == null) {
            events.warn(pod, Reasons.CREATED_BEFORE_STRATEGY, why);
          }
        }
        case Standing.Violates(String why) -> {
          violating.add(pod.getMetadata().getName());
          events.warn(pod, Reasons.STRATEGY_VIOLATED, why + (move ? move(pod) : ""));
        }
      }
    }
    summarise(offloading, Reasons.CREATED_BEFORE_STRATEGY, "were created before it", overlooked);
    summarise(offloading, Reasons.STRATEGY_VIOLATED, "run where it does not allow", violating);
    return move && !violating.isEmpty() ? Next.again(MOVE_AGAIN) : Next.REST;
  }

  private static boolean isAnswered(NamespaceOffloading offloading) {
    return offloading.getStatus() != null
        && offloading
            .getMetadata()
            .getGeneration()
            .equals(offloading.getStatus().observedGeneration());
  }

  private List<Pod> pods(String namespace) {
    return api.list(PODS, Scope.namespace(namespace));
  }

  /** Every node that is not virtual is as good as another here. */
  private Standing.@Nullable Place place(Pod pod) {
    String name = pod.getSpec().getNodeName();
    if (name == null) {
      return null;
    }
    Node virtual = feeds.nodes().get(Ref.cluster(name)).orElse(null);
    return new Standing.Place(
        name, virtual != null, virtual == null ? Map.of() : ConsumerFeeds.labels(virtual));
  }

  private String move(Pod pod) {
    List<OwnerReference> owners = pod.getMetadata().getOwnerReferences();
    boolean comesBack =
        owners.stream()
            .anyMatch(
                owner ->
                    Boolean.TRUE.equals(owner.getController())
                        && !owner.getKind().equals("DaemonSet"));
    if (!comesBack) {
      return "; it is not moved, because nothing would create it again";
    }
    return switch (Evictions.evict(api, pod)) {
      case Evictions.Answer.Going _, Evictions.Answer.Gone _ -> "; it is moved";
      case Evictions.Answer.Blocked(String why) -> "; it can't be moved yet: " + why;
    };
  }

  private void summarise(
      NamespaceOffloading offloading, String reason, String what, List<String> pods) {
    if (pods.isEmpty()) {
      return;
    }
    String names =
        String.join(", ", pods.subList(0, Math.min(NAMED, pods.size())))
            + (pods.size() > NAMED ? ", …" : "");
    events.warn(
        offloading,
        reason,
        "strategy %s: %d pods %s: %s"
            .formatted(offloading.getSpec().podOffloadingStrategy(), pods.size(), what, names));
  }

  private static Map<String, String> annotations(NamespaceOffloading offloading) {
    Map<String, String> annotations = offloading.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }
}
