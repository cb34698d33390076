package io.sluice.api.networking;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ranges of the peer as this cluster sees them, aligned by index. */
@Wire
public record ConfigurationStatus(
    @JsonPropertyDescription("The peer.") @Nullable ClusterNetwork remote,
    @JsonPropertyDescription("Whether the ranges may be used.") List<Condition> conditions) {
  public ConfigurationStatus {
    conditions = Frozen.list(conditions);
  }
}
