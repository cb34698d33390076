package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** What an identity is for. */
@WireEnum
public enum IdentityType {
  @JsonProperty("ControlPlane")
  CONTROL_PLANE,
  @JsonProperty("ResourceSlice")
  RESOURCE_SLICE
}
