package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** Phase of the pod behind a ShadowPod, as far as it is recorded (D-10). */
@WireEnum
public enum ShadowPodPhase {
  @JsonProperty("Pending")
  PENDING,
  @JsonProperty("Running")
  RUNNING,
  @JsonProperty("Succeeded")
  SUCCEEDED,
  @JsonProperty("Failed")
  FAILED,
  @JsonProperty("Unknown")
  UNKNOWN;

  /** A finished pod is never created again (D-1). */
  public boolean isFinished() {
    return this == SUCCEEDED || this == FAILED;
  }
}
