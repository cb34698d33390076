package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** A twin namespace. */
@Wire
public record RemoteNamespace(
    @JsonPropertyDescription("Its name.") @Nullable String remoteNamespace,
    @JsonPropertyDescription("How far it got.") @Nullable NamespaceMapPhase phase) {}
