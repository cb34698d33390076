package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far the extension got, in all and per provider. */
@Wire
public record NamespaceOffloadingStatus(
    @JsonPropertyDescription("Name of the twin namespaces.") @Nullable String remoteNamespaceName,
    @JsonPropertyDescription("How far the extension got.")
        @Nullable OffloadingPhase offloadingPhase,
    @JsonPropertyDescription("Observations by NamespaceMap, which is named after the provider.")
        Map<String, List<RemoteNamespaceCondition>> remoteNamespacesConditions,
    @JsonPropertyDescription("Generation that this status describes.")
        @Nullable Long observedGeneration) {
  public NamespaceOffloadingStatus {
    remoteNamespacesConditions = Frozen.map(remoteNamespacesConditions);
  }
}
