package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** How strictly pods must say what they need. */
@WireEnum
public enum LimitsEnforcement {
  @JsonProperty("Hard")
  HARD,
  @JsonProperty("Soft")
  SOFT,
  @JsonProperty("None")
  NONE
}
