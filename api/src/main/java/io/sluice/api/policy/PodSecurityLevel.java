package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** Pod Security Standard that twin namespaces enforce. */
@WireEnum
public enum PodSecurityLevel {
  @JsonProperty("privileged")
  PRIVILEGED,
  @JsonProperty("baseline")
  BASELINE,
  @JsonProperty("restricted")
  RESTRICTED
}
