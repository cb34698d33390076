package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the provider hands back to a tenant. */
@Wire
public record TenantStatus(
    @JsonPropertyDescription("How the consumer reaches the provider.")
        @Nullable AuthParams authParams,
    @JsonPropertyDescription("Namespace of the tenant in the provider.")
        @Nullable String tenantNamespace,
    @JsonPropertyDescription("The handshake that was accepted; never asked for again.")
        @Nullable Handshake handshake,
    @JsonPropertyDescription("Whether the tenant was let in, and why not.")
        List<Condition> conditions,
    @JsonPropertyDescription("Generation that this status describes.")
        @Nullable Long observedGeneration) {
  public TenantStatus {
    conditions = Frozen.list(conditions);
  }
}
