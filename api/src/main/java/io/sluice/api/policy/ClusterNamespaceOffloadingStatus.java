package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the rule did. */
@Wire
public record ClusterNamespaceOffloadingStatus(
    @JsonPropertyDescription("Namespaces that are selected now.")
        @Nullable Integer matchedNamespaces,
    @JsonPropertyDescription("Observations about the rule.") @Size(max = 20)
        List<Condition> conditions,
    @JsonPropertyDescription("Generation that this status describes.")
        @Nullable Long observedGeneration) {
  public ClusterNamespaceOffloadingStatus {
    conditions = Frozen.list(conditions);
  }
}
