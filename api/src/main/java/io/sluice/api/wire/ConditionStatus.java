package io.sluice.api.wire;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The three answers of a condition. */
@WireEnum
public enum ConditionStatus {
  @JsonProperty("True")
  TRUE,
  @JsonProperty("False")
  FALSE,
  @JsonProperty("Unknown")
  UNKNOWN
}
