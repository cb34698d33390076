package io.sluice.api.networking;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** Ranges as each cluster knows its own. */
@Wire
public record ConfigurationSpec(
    @JsonPropertyDescription("This cluster.") @Nullable ClusterNetwork local,
    @JsonPropertyDescription("The peer.") @Nullable ClusterNetwork remote) {}
