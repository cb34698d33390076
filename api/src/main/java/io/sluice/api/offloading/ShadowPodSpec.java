package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.wire.Wire;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pod as the provider shall run it.
 *
 * <p>Typed here, opaque to the API server: a schema would prune the fields that are newer than it,
 * and an atomic map is one path in managedFields instead of one per leaf (D-13a, T-34).
 */
@Wire
public record ShadowPodSpec(
    @JsonPropertyDescription(
            "Spec of the pod, as in core/v1 PodSpec. Its fields are checked when the pod is"
                + " created, by the cluster that runs it.")
        @Required
        @SchemaFrom(type = Map.class)
        @PreserveUnknownFields
        @Nullable PodSpec pod) {}
