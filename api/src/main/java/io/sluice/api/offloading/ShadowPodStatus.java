package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Phase of the pod, and once it is finished the record that outlives it (D-10, D-13a). */
@Wire
public record ShadowPodStatus(
    @JsonPropertyDescription("Phase of the pod: written when it first runs and when it finished.")
        @Required
        @Default("Unknown")
        ShadowPodPhase phase,
    @JsonPropertyDescription("Last status of a finished pod, as in core/v1 PodStatus.")
        @SchemaFrom(type = Map.class)
        @PreserveUnknownFields
        @Nullable PodStatus podStatus,
    @JsonPropertyDescription("End of the log of each container of a finished pod, by name.")
        @Size(max = 200)
        Map<String, @Size(max = 262144) String> logs,
    @JsonPropertyDescription("Why there is no pod: refused by a guardrail, waiting for quota.")
        @Size(max = 20)
        List<Condition> conditions) {

  public ShadowPodStatus {
    phase = phase == null ? ShadowPodPhase.UNKNOWN : phase;
    logs = Frozen.map(logs);
    conditions = Frozen.list(conditions);
  }

  /** A status that says the phase and nothing else. */
  public static ShadowPodStatus of(ShadowPodPhase phase) {
    return new ShadowPodStatus(phase, null, Map.of(), List.of());
  }
}
