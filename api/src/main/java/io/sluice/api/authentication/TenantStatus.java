package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** What the provider hands back to a tenant. */
@Wire
public record TenantStatus(
    @JsonPropertyDescription("How the consumer reaches the provider.")
        @Nullable AuthParams authParams,
    @JsonPropertyDescription("Namespace of the tenant in the provider.")
        @Nullable String tenantNamespace) {}
