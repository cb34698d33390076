package io.sluice.api.core;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that is known about a peer, recomputed at each change. */
@Wire
public record ForeignClusterStatus(
    @JsonPropertyDescription("Which side of the peering it is on.") @Required @Default("Unknown")
        PeerRole role,
    @JsonPropertyDescription("Parts of the peering.") @Nullable PeerModules modules,
    @JsonPropertyDescription("Address of its API server.") @Nullable String apiServerUrl,
    @JsonPropertyDescription("Proxy to reach it through.") @Nullable String foreignProxyUrl,
    @JsonPropertyDescription("Namespaces of the peering.")
        @Nullable TenantNamespaces tenantNamespace,
    @JsonPropertyDescription("Observations that belong to no part.") List<PeerCondition> conditions,
    @JsonPropertyDescription("Generation that this status describes.")
        @Nullable Long observedGeneration) {
  public ForeignClusterStatus {
    role = role == null ? PeerRole.UNKNOWN : role;
    conditions = Frozen.list(conditions);
  }
}
