package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** Where the kubeconfig made of an identity lies. */
@Wire
public record IdentityStatus(
    @JsonPropertyDescription("Secret with the kubeconfig, in the same namespace.")
        @Nullable LocalObjectReference kubeconfigSecretRef) {}
