package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one slice may use in the provider. */
@Wire
public record QuotaSpec(
    @JsonPropertyDescription("Identity of the slice.")
        @Required
        @Size(min = 1, max = 253)
        @ValidationRule(value = "self == oldSelf", message = "user is immutable")
        @Nullable String user,
    @JsonPropertyDescription(
            "None: requests are optional. Soft: they are required. Hard: limits must equal them.")
        @Nullable LimitsEnforcement limitsEnforcement,
    @JsonPropertyDescription("How much may be used, by resource.") @Required @JsonInclude
        Map<String, Quantity> resources,
    @JsonPropertyDescription("Whether new pods are refused.") @Nullable Boolean cordoned) {
  public QuotaSpec {
    resources = Frozen.map(resources);
  }
}
