package io.sluice.translate.share;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Labels;
import java.util.Map;
import java.util.Optional;

/** Which nodes and pods count for what (D-15). */
public final class Supply {
  private Supply() {}

  /** Ready, not cordoned, not virtual: capacity that is borrowed is not lent again (ML-4). */
  public static boolean counts(Node node) {
    return isReady(node)
        && !Boolean.TRUE.equals(node.getSpec().getUnschedulable())
        && !isVirtual(node);
  }

  public static boolean isVirtual(Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    return labels != null && Labels.TYPE_VIRTUAL_NODE.equals(labels.get(Labels.TYPE));
  }

  public static boolean isReady(Node node) {
    if (node.getStatus() == null) {
      return false;
    }
    for (NodeCondition condition : node.getStatus().getConditions()) {
      if (condition.getType().equals("Ready")) {
        return condition.getStatus().equals("True");
      }
    }
    return false;
  }

  /** A finished pod holds nothing (§12.3, B5); a terminating one still does. */
  public static boolean holds(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return !"Succeeded".equals(phase) && !"Failed".equals(phase);
  }

  /** The cluster that offloaded this pod; empty for the provider's own pods. */
  public static Optional<String> consumer(Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return labels != null && Labels.MANAGED_BY_SHADOW_POD.equals(labels.get(Labels.MANAGED_BY))
        ? Optional.ofNullable(labels.get(Labels.ORIGIN))
        : Optional.empty();
  }
}
