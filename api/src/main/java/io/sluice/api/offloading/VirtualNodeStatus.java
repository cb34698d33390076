package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;

/** State of kubelet and node. */
@Wire
public record VirtualNodeStatus(
    @JsonPropertyDescription("State of each part.") List<VirtualNodeCondition> conditions) {
  public VirtualNodeStatus {
    conditions = Frozen.list(conditions);
  }
}
