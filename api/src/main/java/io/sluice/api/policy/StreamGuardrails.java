package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.sluice.api.wire.Wire;

/** Streams that a tenant may open to its pods. */
@Wire
public record StreamGuardrails(
    @JsonPropertyDescription("Whether exec is allowed.") @Default("true") Boolean exec,
    @JsonPropertyDescription("Whether attach is allowed.") @Default("true") Boolean attach,
    @JsonPropertyDescription("Whether port-forward is allowed.") @Default("true")
        Boolean portForward) {
  public StreamGuardrails {
    exec = exec == null ? true : exec;
    attach = attach == null ? true : attach;
    portForward = portForward == null ? true : portForward;
  }

  /** What holds where a policy says nothing. */
  public static StreamGuardrails defaults() {
    return new StreamGuardrails(true, true, true);
  }
}
