package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.Wire;

/** That a consumer proved to hold a key, once: hashes only, nothing here is secret. */
@Wire
public record Handshake(
    @JsonPropertyDescription("Fingerprint of the key that was proved.") @Required String key,
    @JsonPropertyDescription("Hash of the nonce that is used up.") @Required String nonce) {}
