package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.Map;

/** Nodes that are lent together. */
@Wire
public record ResourcePool(
    @JsonPropertyDescription("Name of the pool.")
        @Required
        @Size(min = 1, max = 63)
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")
        String name,
    @JsonPropertyDescription(
            "Labels of its nodes; pods that use the pool get them as node selector.")
        @Size(max = 20)
        Map<String, String> nodeSelector) {
  public ResourcePool {
    nodeSelector = Frozen.map(nodeSelector);
  }
}
