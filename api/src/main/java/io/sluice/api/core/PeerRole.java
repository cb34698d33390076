package io.sluice.api.core;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** Which side of a peering the other cluster is on. */
@WireEnum
public enum PeerRole {
  @JsonProperty("Consumer")
  CONSUMER,
  @JsonProperty("Provider")
  PROVIDER,
  @JsonProperty("ConsumerAndProvider")
  CONSUMER_AND_PROVIDER,
  @JsonProperty("Unknown")
  UNKNOWN
}
