package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** Which objects of a kind are reflected. */
@WireEnum
public enum ReflectionType {
  @JsonProperty("AllowList")
  ALLOW_LIST,
  @JsonProperty("DenyList")
  DENY_LIST,
  @JsonProperty("CustomLiqo")
  CUSTOM_LIQO
}
