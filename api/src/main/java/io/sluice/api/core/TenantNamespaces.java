package io.sluice.api.core;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** The two namespaces of one peering. */
@Wire
public record TenantNamespaces(
    @JsonPropertyDescription("In this cluster.") @Nullable String local,
    @JsonPropertyDescription("In the peer.") @Nullable String remote) {}
