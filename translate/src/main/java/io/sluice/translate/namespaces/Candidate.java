package io.sluice.translate.namespaces;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.Outcome;
import io.sluice.translate.place.NodeSelectors;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A virtual node that a cluster selector may match (NS-2). */
public record Candidate(String provider, String node, Map<String, String> labels) {
  public Candidate {
    labels = Map.copyOf(labels);
  }

  /** With the labels of its Node, or those that the Node will get when there is none yet. */
  public static Candidate of(VirtualNode virtualNode, @Nullable Node node) {
    String provider =
        virtualNode.getSpec().clusterID() == null ? "" : virtualNode.getSpec().clusterID();
    String name = virtualNode.getMetadata().getName();
    if (node != null) {
      return new Candidate(provider, name, Frozen.map(node.getMetadata().getLabels()));
    }
    Map<String, String> labels = new HashMap<>(virtualNode.getSpec().labels());
    labels.put(Labels.TYPE, Labels.TYPE_VIRTUAL_NODE);
    labels.put(Labels.HOSTNAME, name);
    labels.put(Labels.REMOTE_CLUSTER_ID, provider);
    labels.put(
        Labels.STORAGE_AVAILABLE,
        String.valueOf(!virtualNode.getSpec().storageClasses().isEmpty()));
    return new Candidate(provider, name, labels);
  }

  /**
   * Providers that get a twin: those with at least one matching virtual node, whatever the order of
   * the others (§12.3.6). Without terms that is every provider.
   */
  public static Outcome<Set<String>> selected(
      Collection<Candidate> candidates, @Nullable NodeSelector selector) {
    List<NodeSelectorTerm> terms = selector == null ? List.of() : selector.getNodeSelectorTerms();
    Set<String> providers = new TreeSet<>();
    for (Candidate candidate : candidates) {
      Outcome<Boolean> match =
          terms.isEmpty()
              ? Outcome.ok(true)
              : NodeSelectors.matches(terms, candidate.node(), candidate.labels());
      switch (match) {
        case Outcome.Failed<Boolean>(var why) -> {
          return Outcome.failed("clusterSelector: " + why);
        }
        case Outcome.Ok<Boolean>(var matches) -> {
          if (matches) {
            providers.add(candidate.provider());
          }
        }
      }
    }
    return Outcome.ok(providers);
  }
}
