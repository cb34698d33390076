package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** How a twin namespace is named. */
@WireEnum
public enum MappingStrategy {
  @JsonProperty("EnforceSameName")
  ENFORCE_SAME_NAME,
  @JsonProperty("DefaultName")
  DEFAULT_NAME,
  @JsonProperty("SelectedName")
  SELECTED_NAME
}
