package io.sluice.translate.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeRuntimeHandler;
import io.sluice.api.wire.Frozen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What holds on every node that a provider lends (D-12): a pod may land on any of them, so the
 * virtual node promises only what all of them keep.
 */
public record LentFacts(
    Set<String> architectures, List<String> features, List<NodeRuntimeHandler> handlers) {
  public static final LentFacts UNKNOWN = new LentFacts(Set.of("amd64"), List.of(), List.of());

  /** Declaring it would make the API server stop translating for servers that cannot (T-9). */
  private static final String WEB_SOCKETS = "ExtendWebSocketsToKubelet";

  public LentFacts {
    architectures = Set.copyOf(architectures);
    features = List.copyOf(features);
    handlers = List.copyOf(handlers);
  }

  /** The intersection over the counted nodes; nothing is promised for an empty cluster. */
  public static LentFacts of(Collection<Node> counted) {
    Set<String> architectures = new TreeSet<>();
    List<String> features = new ArrayList<>();
    List<NodeRuntimeHandler> handlers = new ArrayList<>();
    boolean first = true;
    for (Node node : counted) {
      if (node.getStatus().getNodeInfo() != null) {
        architectures.add(node.getStatus().getNodeInfo().getArchitecture());
      }
      List<String> declared = Frozen.list(node.getStatus().getDeclaredFeatures());
      List<NodeRuntimeHandler> handled = Frozen.list(node.getStatus().getRuntimeHandlers());
      if (first) {
        features.addAll(declared);
        handlers.addAll(handled);
        first = false;
      } else {
        features.retainAll(declared);
        handlers.retainAll(handled);
      }
    }
    features.remove(WEB_SOCKETS);
    features.sort(String::compareTo);
    return new LentFacts(architectures, features, handlers);
  }
}
