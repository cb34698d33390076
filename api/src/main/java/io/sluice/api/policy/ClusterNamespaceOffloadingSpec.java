package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** How namespaces are extended, chosen by their labels. */
@Wire
@ValidationRule(
    value = "self.namespaceMappingStrategy != 'SelectedName'",
    message = "many namespaces cannot share one remote name: use EnforceSameName or DefaultName")
public record ClusterNamespaceOffloadingSpec(
    @JsonPropertyDescription("Namespaces to extend, by their labels.")
        @Required
        @ValidationRule(
            value =
                "(has(self.matchLabels) && size(self.matchLabels) > 0)"
                    + " || (has(self.matchExpressions) && size(self.matchExpressions) > 0)",
            message = "namespaceSelector must select by at least one label")
        @Nullable LabelSelector namespaceSelector,
    @JsonPropertyDescription("How the twin namespaces are named.")
        @Default("DefaultName")
        @ValidationRule(
            value = "self == oldSelf",
            message = "namespaceMappingStrategy is immutable")
        MappingStrategy namespaceMappingStrategy,
    @JsonPropertyDescription("Where the pods may run.") @Default("LocalAndRemote")
        PodOffloadingStrategy podOffloadingStrategy,
    @JsonPropertyDescription("Virtual nodes that count, by their labels; none given means all.")
        @Nullable NodeSelector clusterSelector) {
  public ClusterNamespaceOffloadingSpec {
    namespaceMappingStrategy =
        namespaceMappingStrategy == null ? MappingStrategy.DEFAULT_NAME : namespaceMappingStrategy;
    podOffloadingStrategy =
        podOffloadingStrategy == null
            ? PodOffloadingStrategy.LOCAL_AND_REMOTE
            : podOffloadingStrategy;
  }

  /** The same wish as each selected namespace would write it. */
  public NamespaceOffloadingSpec perNamespace() {
    return new NamespaceOffloadingSpec(
        namespaceMappingStrategy, null, podOffloadingStrategy, clusterSelector);
  }
}
