package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Toleration;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is changed in every pod that goes to one virtual node. */
@Wire
public record OffloadingPatch(
    @JsonPropertyDescription("Labels that stay at home.") List<String> labelsNotReflected,
    @JsonPropertyDescription("Annotations that stay at home.") List<String> annotationsNotReflected,
    @JsonPropertyDescription("Node selector in the provider.") Map<String, String> nodeSelector,
    @JsonPropertyDescription("Tolerations in the provider.") List<Toleration> tolerations,
    @JsonPropertyDescription("Node affinity in the provider.") @Nullable PatchAffinity affinity,
    @JsonPropertyDescription("Runtime class in the provider.") @Nullable String runtimeClassName) {
  public OffloadingPatch {
    labelsNotReflected = Frozen.list(labelsNotReflected);
    annotationsNotReflected = Frozen.list(annotationsNotReflected);
    tolerations = Frozen.list(tolerations);
    nodeSelector = Frozen.map(nodeSelector);
  }
}
