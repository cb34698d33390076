package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.Map;

/** Twin namespaces that are there. */
@Wire
public record NamespaceMapStatus(
    @JsonPropertyDescription("Twin by name of the local namespace.")
        Map<String, RemoteNamespace> currentMapping) {
  public NamespaceMapStatus {
    currentMapping = Frozen.map(currentMapping);
  }
}
