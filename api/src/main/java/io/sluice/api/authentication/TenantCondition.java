package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** What the provider does with the slices of a tenant. */
@WireEnum
public enum TenantCondition {
  @JsonProperty("Active")
  ACTIVE,
  @JsonProperty("Cordoned")
  CORDONED,
  @JsonProperty("Drained")
  DRAINED
}
