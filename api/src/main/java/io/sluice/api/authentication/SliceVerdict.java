package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** What the provider decided. */
@WireEnum
public enum SliceVerdict {
  @JsonProperty("Accepted")
  ACCEPTED,
  @JsonProperty("Denied")
  DENIED
}
