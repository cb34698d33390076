package io.sluice.api.core;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** What is observed about a peer. */
@WireEnum
public enum PeerConditionType {
  @JsonProperty("APIServerStatus")
  API_SERVER_STATUS,
  @JsonProperty("NetworkConnectionStatus")
  NETWORK_CONNECTION_STATUS,
  @JsonProperty("NetworkGatewayServerStatus")
  NETWORK_GATEWAY_SERVER_STATUS,
  @JsonProperty("NetworkGatewayClientStatus")
  NETWORK_GATEWAY_CLIENT_STATUS,
  @JsonProperty("NetworkGatewayPresence")
  NETWORK_GATEWAY_PRESENCE,
  @JsonProperty("NetworkConfigurationStatus")
  NETWORK_CONFIGURATION_STATUS,
  @JsonProperty("AuthIdentityControlPlaneStatus")
  AUTH_IDENTITY_CONTROL_PLANE_STATUS,
  @JsonProperty("AuthTenantStatus")
  AUTH_TENANT_STATUS,
  @JsonProperty("OffloadingVirtualNodeStatus")
  OFFLOADING_VIRTUAL_NODE_STATUS,
  @JsonProperty("OffloadingNodeStatus")
  OFFLOADING_NODE_STATUS
}
