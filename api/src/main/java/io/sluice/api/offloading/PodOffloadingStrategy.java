package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** Where pods of a namespace may run. */
@WireEnum
public enum PodOffloadingStrategy {
  @JsonProperty("Local")
  LOCAL,
  @JsonProperty("Remote")
  REMOTE,
  @JsonProperty("LocalAndRemote")
  LOCAL_AND_REMOTE
}
