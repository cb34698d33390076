package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** What a consumer needs to speak to the provider; bytes are base64, as they travel. */
@Wire
public record AuthParams(
    @JsonPropertyDescription("CA bundle of the API server.") @Nullable String ca,
    @JsonPropertyDescription("Client certificate that the provider signed.")
        @Nullable String signedCRT,
    @JsonPropertyDescription("Address of the API server.") @Nullable String apiServer,
    @JsonPropertyDescription("Proxy to reach it through.") @Nullable String proxyURL,
    @JsonPropertyDescription("Credentials instead of a certificate.")
        @Nullable AwsConfig awsConfig) {}
