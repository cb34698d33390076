package io.sluice.api.core;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** One observation about a peer. */
@Wire
public record PeerCondition(
    @JsonPropertyDescription("What is observed.") @Required @Nullable PeerConditionType type,
    @JsonPropertyDescription("What it was found to be.") @Required @Default("None")
        PeerConditionStatus status,
    @JsonPropertyDescription("One word why, in CamelCase.") @Nullable String reason,
    @JsonPropertyDescription("The same for people.") @Nullable String message,
    @JsonPropertyDescription("When the status last changed.") @Nullable String lastTransitionTime) {
  public PeerCondition {
    status = status == null ? PeerConditionStatus.NONE : status;
  }

  boolean isEstablished(PeerConditionType what) {
    return type == what && status == PeerConditionStatus.ESTABLISHED;
  }
}
