package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** Affinity that a patch may add: to nodes only. */
@Wire
public record PatchAffinity(
    @JsonPropertyDescription("As in core/v1 Affinity.") @Nullable NodeAffinity nodeAffinity) {}
