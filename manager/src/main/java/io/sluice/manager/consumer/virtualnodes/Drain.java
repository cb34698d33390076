package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.consumer.Evictions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Empties a virtual node, one look at a time: it never waits, so one node that can't be emptied
 * holds up nobody else (§2.8, §12.3.16).
 */
public final class Drain {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final Kind<Node> NODES = Kind.of(Node.class);
  private static final String MIRROR = "kubernetes.io/config.mirror";

  private final Api api;

  public Drain(Api api) {
    this.api = api;
  }

  /** Lets no more pods onto the node. */
  void cordon(Node node) {
    if (!Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
      api.patch(
          NODES, Ref.of(node), Patch.strategic(Map.of("spec", Map.of("unschedulable", true))));
    }
  }

  /**
   * Asks every pod of the node to go.
   *
   * @param dead the provider is gone for good: nobody would ever answer for its pods
   * @return what is left, in words; empty when nothing is
   */
  List<String> step(String node, boolean dead) {
    List<String> left = new ArrayList<>();
    for (Pod pod : api.list(PODS, Scope.fields("spec.nodeName=" + node))) {
      if (belongsToTheNode(pod)) {
        continue;
      }
      String answer = dead ? force(pod) : ask(pod);
      if (!answer.isEmpty()) {
        left.add(Ref.of(pod) + " " + answer);
      }
    }
    return left;
  }

  private String ask(Pod pod) {
    try {
      return switch (Evictions.evict(api, pod)) {
        case Evictions.Answer.Going _ -> "is terminating";
        case Evictions.Answer.Blocked(String why) -> "may not go yet: " + why;
        case Evictions.Answer.Gone _ -> "";
      };
    } catch (ApiFailure failure) {
      return "was not evicted: " + failure.reason();
    }
  }

  private String force(Pod pod) {
    try {
      return api.delete(PODS, Ref.of(pod), pod.getMetadata().getUid(), 0L) == null
          ? ""
          : "is terminating";
    } catch (ApiFailure failure) {
      return failure.is(Problem.NOT_FOUND) ? "" : "was not deleted: " + failure.reason();
    }
  }

  /** Those would be created again at once, or are not objects of the API server's at all. */
  private static boolean belongsToTheNode(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return (annotations != null && annotations.containsKey(MIRROR))
        || pod.getMetadata().getOwnerReferences().stream()
            .anyMatch(
                owner ->
                    Boolean.TRUE.equals(owner.getController())
                        && owner.getKind().equals("DaemonSet"));
  }
}
