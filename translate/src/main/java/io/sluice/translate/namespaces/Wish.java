package io.sluice.translate.namespaces;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Namespace;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.policy.ClusterNamespaceOffloading;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.place.LabelSelectors;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who but its own users wants a namespace to be extended, and how (D-18): the switch on the
 * namespace before any cluster-wide rule, and of several rules the first by name.
 *
 * @param source what stands in the annotation of the NamespaceOffloading that follows from it
 */
public record Wish(String source, NamespaceOffloadingSpec spec) {
  public static final String SWITCH = Labels.ENABLED;
  private static final String RULE = "clusternamespaceoffloading/";
  private static final NamespaceOffloadingSpec DEFAULTS =
      new NamespaceOffloadingSpec(
          MappingStrategy.DEFAULT_NAME, null, PodOffloadingStrategy.LOCAL_AND_REMOTE, null);

  /**
   * @param reserved names of namespaces that are never extended by a label or a rule
   */
  public static Optional<Wish> of(
      Namespace namespace, Collection<ClusterNamespaceOffloading> rules, Set<String> reserved) {
    Map<String, String> labels = Frozen.map(namespace.getMetadata().getLabels());
    // Tenant namespaces and twins: further offloading of a twin is never by accident (ML-2).
    boolean ours = labels.containsKey(Labels.REMOTE_CLUSTER_ID);
    if (ours || reserved.contains(namespace.getMetadata().getName())) {
      return Optional.empty();
    }
    if (Labels.TRUE.equals(labels.get(Labels.ENABLED))) {
      return Optional.of(new Wish(SWITCH, DEFAULTS));
    }
    return rules.stream()
        .filter(rule -> selects(rule, labels))
        .min(Comparator.comparing(rule -> rule.getMetadata().getName()))
        .map(rule -> new Wish(RULE + rule.getMetadata().getName(), rule.getSpec().perNamespace()));
  }

  /** A rule on its way out selects nothing any more. */
  public static boolean selects(ClusterNamespaceOffloading rule, Map<String, String> labels) {
    LabelSelector selector = rule.getSpec() == null ? null : rule.getSpec().namespaceSelector();
    return selector != null
        && rule.getMetadata().getDeletionTimestamp() == null
        && LabelSelectors.matches(selector, labels);
  }

  /** The name of the rule that a source names; empty for the switch. */
  public static Optional<String> ruleOf(String source) {
    return source.startsWith(RULE)
        ? Optional.of(source.substring(RULE.length()))
        : Optional.empty();
  }
}
