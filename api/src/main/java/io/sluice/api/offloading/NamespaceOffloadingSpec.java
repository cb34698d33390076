package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** How a namespace is extended. */
@Wire
@ValidationRule(
    value =
        "self.namespaceMappingStrategy != 'SelectedName'"
            + " || (has(self.remoteNamespaceName) && self.remoteNamespaceName != '')",
    message = "remoteNamespaceName is needed when namespaceMappingStrategy is SelectedName")
@ValidationRule(
    value =
        "(has(self.remoteNamespaceName) ? self.remoteNamespaceName : '')"
            + " == (has(oldSelf.remoteNamespaceName) ? oldSelf.remoteNamespaceName : '')",
    message = "remoteNamespaceName is immutable")
public record NamespaceOffloadingSpec(
    @JsonPropertyDescription("How the twin namespace is named.")
        @Default("DefaultName")
        @ValidationRule(
            value = "self == oldSelf",
            message = "namespaceMappingStrategy is immutable")
        MappingStrategy namespaceMappingStrategy,
    @JsonPropertyDescription("Name of the twin namespace under SelectedName.")
        @Size(max = 63)
        @Pattern("^([a-z0-9]([-a-z0-9]*[a-z0-9])?)?$")
        @Nullable String remoteNamespaceName,
    @JsonPropertyDescription("Where the pods may run.") @Default("LocalAndRemote")
        PodOffloadingStrategy podOffloadingStrategy,
    @JsonPropertyDescription("Virtual nodes that count, by their labels; none given means all.")
        @Nullable NodeSelector clusterSelector) {
  public NamespaceOffloadingSpec {
    namespaceMappingStrategy =
        namespaceMappingStrategy == null ? MappingStrategy.DEFAULT_NAME : namespaceMappingStrategy;
    podOffloadingStrategy =
        podOffloadingStrategy == null
            ? PodOffloadingStrategy.LOCAL_AND_REMOTE
            : podOffloadingStrategy;
  }
}
