package io.sluice.api.ipam;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.ValidationRule;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** The address as peers reach it. */
@Wire
public record IPStatus(
    @JsonPropertyDescription("The mapped address.")
        @ValidationRule(value = "self == oldSelf", message = "ip is immutable")
        @Nullable String ip,
    @JsonPropertyDescription("Range it was taken from.")
        @ValidationRule(value = "self == oldSelf", message = "cidr is immutable")
        @Nullable String cidr) {}
