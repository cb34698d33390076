package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** The two decisions about a slice. */
@WireEnum
public enum SliceConditionType {
  @JsonProperty("Authentication")
  AUTHENTICATION,
  @JsonProperty("Resources")
  RESOURCES
}
