package io.sluice.api.core;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.sluice.api.wire.ClusterId;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** Who the peer is. */
@Wire
public record ForeignClusterSpec(
    @JsonPropertyDescription("ID of the peer.")
        @Required
        @ClusterId
        @ValidationRule(value = "self == oldSelf", message = "clusterID is immutable")
        @Nullable String clusterID) {}
