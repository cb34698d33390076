package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Endpoints as the consumer knows them. */
@Wire
public record EndpointTemplate(
    @JsonPropertyDescription("As in discovery.k8s.io/v1 EndpointSlice.") List<Endpoint> endpoints,
    @JsonPropertyDescription("As in discovery.k8s.io/v1 EndpointSlice.") List<EndpointPort> ports,
    @JsonPropertyDescription("IPv4, IPv6 or FQDN.") @Nullable String addressType) {
  public EndpointTemplate {
    endpoints = Frozen.list(endpoints);
    ports = Frozen.list(ports);
  }
}
