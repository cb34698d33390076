package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** The slice as the provider shall make it. */
@Wire
public record ShadowEndpointSliceSpec(
    @JsonPropertyDescription("Endpoints of the consumer.") @Nullable EndpointTemplate template) {}
