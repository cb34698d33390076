package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** The two parts of a virtual node. */
@WireEnum
public enum VirtualNodePart {
  @JsonProperty("VirtualKubelet")
  VIRTUAL_KUBELET,
  @JsonProperty("Node")
  NODE
}
