package io.sluice.translate.place;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.translate.Outcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a pod that exists already stands to a strategy that came, or became stricter, later. */
public sealed interface Standing {

  /** Nothing to say: it is where and what the strategy wants, or about to end. */
  record Conforms() implements Standing {}

  /** It runs where the strategy does not allow it. */
  record Violates(String why) implements Standing {}

  /** It was created without what admission would give it today. */
  record Overlooked(String why) implements Standing {}

  /** A node as far as placement looks at it. */
  record Place(String node, boolean virtual, Map<String, String> labels) {
    public Place {
      labels = Map.copyOf(labels);
    }
  }

  /**
   * @param place where it is bound to, null when it is not
   */
  static Standing of(Pod pod, Placement placement, String runtimeClass, @Nullable Place place) {
    boolean over =
        pod.getMetadata().getDeletionTimestamp() != null
            || (pod.getStatus() != null
                && List.of("Succeeded", "Failed")
                    .contains(String.valueOf(pod.getStatus().getPhase())));
    if (over || runtimeClass.equals(pod.getSpec().getRuntimeClassName())) {
      return new Conforms();
    }
    if (place != null && !allows(placement, place)) {
      return new Violates("runs on " + place.node() + ", where the strategy does not allow it");
    }
    return placement.admit(pod.getSpec(), runtimeClass).equals(pod.getSpec())
        ? new Conforms()
        : new Overlooked(
            "was created before the strategy of its namespace: it stays as it is, create it again"
                + " to let the strategy decide where it runs");
  }

  private static boolean allows(Placement placement, Place place) {
    boolean fits =
        placement.imposed().isEmpty()
            || NodeSelectors.matches(placement.imposed(), place.node(), place.labels())
                .equals(Outcome.ok(true));
    return fits && (placement.tolerates() || !place.virtual());
  }
}
