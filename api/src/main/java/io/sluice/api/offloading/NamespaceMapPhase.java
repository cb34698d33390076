package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** How far a twin namespace got. */
@WireEnum
public enum NamespaceMapPhase {
  @JsonProperty("Accepted")
  ACCEPTED,
  @JsonProperty("CreationLoopBackOff")
  CREATION_LOOP_BACK_OFF,
  @JsonProperty("Terminating")
  TERMINATING
}
