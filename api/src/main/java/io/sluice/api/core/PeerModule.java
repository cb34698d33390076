package io.sluice.api.core;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;

/** One of the three parts of a peering. */
@Wire
public record PeerModule(
    @JsonPropertyDescription("Whether this part is in use.") @Required boolean enabled,
    @JsonPropertyDescription("Its observations.") List<PeerCondition> conditions) {
  public PeerModule {
    conditions = Frozen.list(conditions);
  }

  /** Of networking: packets pass. */
  public boolean connects() {
    return conditions.stream()
        .anyMatch(
            condition -> condition.isEstablished(PeerConditionType.NETWORK_CONNECTION_STATUS));
  }

  public static PeerModule off() {
    return new PeerModule(false, List.of());
  }
}
