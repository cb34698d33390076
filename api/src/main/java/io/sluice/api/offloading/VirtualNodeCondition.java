package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** State of one part of a virtual node. */
@Wire
public record VirtualNodeCondition(
    @JsonPropertyDescription("What is observed.") @Required @Nullable VirtualNodePart type,
    @JsonPropertyDescription("What it was found to be.") @Required @Default("None")
        VirtualNodeState status,
    @JsonPropertyDescription("One word why, in CamelCase.") @Nullable String reason,
    @JsonPropertyDescription("The same for people.") @Nullable String message,
    @JsonPropertyDescription("When the status last changed.") @Nullable String lastTransitionTime) {
  public VirtualNodeCondition {
    status = status == null ? VirtualNodeState.NONE : status;
  }
}
