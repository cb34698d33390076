package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** How one kind is reflected. */
@Wire
public record ReflectorConfig(
    @JsonPropertyDescription("Objects handled at the same time; 0 turns the kind off.")
        @Required
        @Min(0)
        int workers,
    @JsonPropertyDescription("Whether objects opt in or out.") @Nullable ReflectionType type) {}
