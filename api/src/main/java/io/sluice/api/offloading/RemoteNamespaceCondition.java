package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** One observation about a twin namespace. */
@Wire
public record RemoteNamespaceCondition(
    @JsonPropertyDescription("What is observed.") @Required String type,
    @JsonPropertyDescription("What it was found to be.") @Required @Nullable ConditionStatus status,
    @JsonPropertyDescription("One word why, in CamelCase.") @Nullable String reason,
    @JsonPropertyDescription("The same for people.") @Nullable String message,
    @JsonPropertyDescription("When the status last changed.")
        @Nullable String lastTransitionTime) {}
