package io.sluice.api.core;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.sluice.api.wire.Wire;

/** The three parts of a peering. */
@Wire
public record PeerModules(
    @JsonPropertyDescription("Whether pods reach each other.") @Required PeerModule networking,
    @JsonPropertyDescription("Whether credentials were issued.") @Required
        PeerModule authentication,
    @JsonPropertyDescription("Whether resources are lent.") @Required PeerModule offloading) {
  public PeerModules {
    networking = networking == null ? PeerModule.off() : networking;
    authentication = authentication == null ? PeerModule.off() : authentication;
    offloading = offloading == null ? PeerModule.off() : offloading;
  }
}
