package io.sluice.api.networking;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** One side of the link. */
@Wire
public record ClusterNetwork(
    @JsonPropertyDescription("Address ranges of the cluster.") @Nullable ClusterCidrs cidr) {}
