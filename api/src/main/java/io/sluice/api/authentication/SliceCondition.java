package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** One decision of the provider about a slice. */
@Wire
public record SliceCondition(
    @JsonPropertyDescription("What is observed.") @Required @Nullable SliceConditionType type,
    @JsonPropertyDescription("What it was found to be.") @Required @Nullable SliceVerdict status,
    @JsonPropertyDescription("One word why, in CamelCase.") @Nullable String reason,
    @JsonPropertyDescription("The same for people.") @Nullable String message,
    @JsonPropertyDescription("When the status last changed.")
        @Nullable String lastTransitionTime) {}
