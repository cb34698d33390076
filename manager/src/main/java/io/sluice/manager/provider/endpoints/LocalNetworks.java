package io.sluice.manager.provider.endpoints;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR;
import io.sluice.translate.net.Address;
import io.sluice.translate.net.Prefix;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Where no tenant's endpoints may lead (T-28): nodes, pods, services and API server of ours. */
final class LocalNetworks {
  private LocalNetworks() {}

  static List<Prefix> of(
      Collection<Node> nodes, Collection<ServiceCIDR> services, Collection<EndpointSlice> api) {
    List<Prefix> networks = new ArrayList<>();
    for (Node node : nodes) {
      node.getSpec().getPodCIDRs().forEach(text -> Prefix.parse(text).ifPresent(networks::add));
      if (node.getStatus() != null) {
        node.getStatus().getAddresses().stream()
            .map(NodeAddress::getAddress)
            .forEach(text -> single(text).ifPresent(networks::add));
      }
    }
    for (ServiceCIDR range : services) {
      range.getSpec().getCidrs().forEach(text -> Prefix.parse(text).ifPresent(networks::add));
    }
    for (EndpointSlice slice : api) {
      slice.getEndpoints().stream()
          .flatMap(endpoint -> endpoint.getAddresses().stream())
          .forEach(text -> single(text).ifPresent(networks::add));
    }
    return networks;
  }

  /** Host names among the addresses of a node are no addresses. */
  private static Optional<Prefix> single(String text) {
    return Address.parse(text).map(address -> new Prefix(address, address.width()));
  }
}
