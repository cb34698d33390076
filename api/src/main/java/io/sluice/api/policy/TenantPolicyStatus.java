package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whom the policy holds for. */
@Wire
public record TenantPolicyStatus(
    @JsonPropertyDescription("Consumers that it applies to now.") @Size(max = 1000)
        List<String> tenants,
    @JsonPropertyDescription("Observations about the policy.") @Size(max = 20)
        List<Condition> conditions,
    @JsonPropertyDescription("Generation that this status describes.")
        @Nullable Long observedGeneration) {
  public TenantPolicyStatus {
    tenants = Frozen.list(tenants);
    conditions = Frozen.list(conditions);
  }
}
