package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** State of one part of a virtual node. */
@WireEnum
public enum VirtualNodeState {
  @JsonProperty("None")
  NONE,
  @JsonProperty("Running")
  RUNNING,
  @JsonProperty("Creating")
  CREATING,
  @JsonProperty("Draining")
  DRAINING,
  @JsonProperty("Deleting")
  DELETING
}
