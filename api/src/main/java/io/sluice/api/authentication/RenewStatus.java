package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** The renewed credentials. */
@Wire
public record RenewStatus(
    @JsonPropertyDescription("Credentials as last signed.") @Nullable AuthParams authParams) {}
