package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** A class of the provider that twins may name. */
@Wire
public record OfferedLoadBalancerClass(
    @JsonPropertyDescription("Name of the class in the provider.") @Required
        String loadBalancerClassName,
    @JsonPropertyDescription("Whether it is used when none is named.") @JsonProperty("default")
        @Nullable Boolean isDefault) {}
