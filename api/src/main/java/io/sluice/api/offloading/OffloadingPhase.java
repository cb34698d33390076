package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** How far the extension of a namespace got. */
@WireEnum
public enum OffloadingPhase {
  @JsonProperty("Ready")
  READY,
  @JsonProperty("NoClusterSelected")
  NO_CLUSTER_SELECTED,
  @JsonProperty("InProgress")
  IN_PROGRESS,
  @JsonProperty("SomeFailed")
  SOME_FAILED,
  @JsonProperty("AllFailed")
  ALL_FAILED,
  @JsonProperty("Terminating")
  TERMINATING
}
