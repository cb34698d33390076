package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.sluice.api.wire.ClusterId;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** Which credentials shall be renewed. */
@Wire
public record RenewSpec(
    @JsonPropertyDescription("ID of the consumer.") @ClusterId @Nullable String consumerClusterID,
    @JsonPropertyDescription("What the identity is for.") @Nullable IdentityType identityType,
    @JsonPropertyDescription("Slice that the identity belongs to.")
        @Nullable LocalObjectReference resourceSliceRef,
    @JsonPropertyDescription("Public key of the consumer.") @Nullable String publicKey,
    @JsonPropertyDescription("Signing request.") @Nullable String csr) {}
