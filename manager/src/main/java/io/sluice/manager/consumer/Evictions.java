package io.sluice.manager.consumer;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.policy.v1.EvictionBuilder;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;

/** Asks pods to go by the Eviction API, so that disruption budgets are respected (§2.8). */
public final class Evictions {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);

  private Evictions() {}

  /** What the API server answered. */
  public sealed interface Answer {
    record Going() implements Answer {}

    /** A budget forbids it for now; ask again later. */
    record Blocked(String why) implements Answer {}

    /** It is gone, or another pod has its name. */
    record Gone() implements Answer {}
  }

  public static Answer evict(Api api, Pod pod) {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return new Answer.Going();
    }
    Object eviction =
        new EvictionBuilder()
            .withNewMetadata()
            .withNamespace(pod.getMetadata().getNamespace())
            .withName(pod.getMetadata().getName())
            .endMetadata()
            .withDeleteOptions(
                new DeleteOptionsBuilder()
                    .withNewPreconditions()
                    .withUid(pod.getMetadata().getUid())
                    .endPreconditions()
                    .build())
            .build();
    try {
      api.createBelow(PODS, Ref.of(pod), "eviction", eviction, Status.class);
      return new Answer.Going();
    } catch (ApiFailure failure) {
      if (failure.is(Problem.THROTTLED)) {
        return new Answer.Blocked(failure.reason());
      }
      if (failure.is(Problem.NOT_FOUND) || failure.is(Problem.CONFLICT)) {
        return new Answer.Gone();
      }
      throw failure;
    }
  }
}
