package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.Map;

/** Twin namespaces that are wanted. */
@Wire
public record NamespaceMapSpec(
    @JsonPropertyDescription("Name of the twin by name of the local namespace.")
        Map<String, String> desiredMapping) {
  public NamespaceMapSpec {
    desiredMapping = Frozen.map(desiredMapping);
  }
}
