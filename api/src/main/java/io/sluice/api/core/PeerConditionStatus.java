package io.sluice.api.core;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** State of one part of a peering. */
@WireEnum
public enum PeerConditionStatus {
  @JsonProperty("None")
  NONE,
  @JsonProperty("Pending")
  PENDING,
  @JsonProperty("Established")
  ESTABLISHED,
  @JsonProperty("Error")
  ERROR,
  @JsonProperty("Ready")
  READY,
  @JsonProperty("NotReady")
  NOT_READY,
  @JsonProperty("SomeNotReady")
  SOME_NOT_READY
}
