package io.sluice.api.wire;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** One observation about an object, in the form that {@code kubectl wait} understands. */
@Wire
public record Condition(
    @JsonPropertyDescription("What is observed.") @Required @Size(max = 316) String type,
    @JsonPropertyDescription("True, False or Unknown.") @Required ConditionStatus status,
    @JsonPropertyDescription("One word why, in CamelCase.") @Size(max = 1024)
        @Nullable String reason,
    @JsonPropertyDescription("The same for people.") @Size(max = 32768) @Nullable String message,
    @JsonPropertyDescription("When the status last changed.") @Nullable String lastTransitionTime) {

  public Condition {
    status = status == null ? ConditionStatus.UNKNOWN : status;
  }

  public boolean holds() {
    return status == ConditionStatus.TRUE;
  }
}
