package io.sluice.api.ipam;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.sluice.api.wire.Wire;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An address that peers shall reach. */
@Wire
public record IPSpec(
    @JsonPropertyDescription("The address in this cluster.")
        @Required
        @ValidationRule(value = "self == oldSelf", message = "ip is immutable")
        @Nullable String ip,
    @JsonPropertyDescription("Network that the mapped address is taken from.")
        @Nullable ObjectReference networkRef,
    @JsonPropertyDescription("Service to make for the address: metadata and spec as in core/v1.")
        @SchemaFrom(type = Map.class)
        @PreserveUnknownFields
        @Nullable ServiceTemplate serviceTemplate,
    @JsonPropertyDescription("Whether traffic to the address is masqueraded.")
        @Nullable Boolean masquerade) {}
