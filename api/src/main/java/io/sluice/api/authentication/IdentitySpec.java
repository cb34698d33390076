package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.ClusterId;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** Credentials that a provider issued. */
@Wire
public record IdentitySpec(
    @JsonPropertyDescription("ID of the provider.") @ClusterId @Nullable String clusterID,
    @JsonPropertyDescription("What the identity is for.") @Nullable IdentityType type,
    @JsonPropertyDescription("How to reach the provider.") @Nullable AuthParams authParams,
    @JsonPropertyDescription("Namespace of this consumer in the provider.")
        @Nullable String namespace) {}
