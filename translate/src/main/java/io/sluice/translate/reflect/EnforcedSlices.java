package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointConditionsBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.sluice.api.offloading.EndpointTemplate;
import io.sluice.api.offloading.ShadowEndpointSlice;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.Outcome;
import io.sluice.translate.net.AddressMap;
import io.sluice.translate.net.Reach;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The EndpointSlice that a provider makes of a ShadowEndpointSlice (§4.2).
 *
 * @param link what is known about the way to the origin
 * @param reach where its endpoints may point to (T-28)
 * @param thirds networks of third clusters by ID, for direct connections
 * @param denyDirect whether direct connections are dropped
 */
public record EnforcedSlices(
    Link link, Reach reach, Map<String, AddressMap> thirds, boolean denyDirect) {
  private static final String FQDN = "FQDN";

  /**
   * The way to the origin.
   *
   * @param networked whether there is network data at all
   * @param origin its networks as seen here
   * @param up the tunnel is established or there is none, and its API server is not known to fail
   */
  public record Link(boolean networked, AddressMap origin, boolean up) {}

  public EnforcedSlices {
    thirds = Map.copyOf(thirds);
  }

  /** The slice, or why there can be none; a reason may go away with the next change. */
  public Outcome<EndpointSlice> slice(ShadowEndpointSlice shadow) {
    EndpointTemplate template = shadow.getSpec() == null ? null : shadow.getSpec().template();
    if (template == null || template.addressType() == null) {
      return Outcome.failed("it has no template");
    }
    if (Frozen.map(shadow.getMetadata().getLabels()).get(Labels.ORIGIN) == null) {
      return Outcome.failed("label " + Labels.ORIGIN + " is missing");
    }
    String data =
        Frozen.map(shadow.getMetadata().getAnnotations())
            .getOrDefault(Annotations.DIRECT_CONNECTIONS_DATA, "{}");
    return switch (DirectConnections.parse(data)) {
      case Outcome.Failed<DirectConnections>(var why) -> Outcome.failed(why);
      case Outcome.Ok<DirectConnections>(var direct) ->
          endpoints(template, direct.clusters(), shadow);
    };
  }

  private Outcome<EndpointSlice> endpoints(
      EndpointTemplate template, Map<String, String> direct, ShadowEndpointSlice shadow) {
    List<Endpoint> endpoints = new ArrayList<>();
    for (Endpoint endpoint : template.endpoints()) {
      if (denyDirect && endpoint.getAddresses().stream().anyMatch(direct::containsKey)) {
        continue;
      }
      List<String> addresses = new ArrayList<>();
      for (String address : endpoint.getAddresses()) {
        switch (address(address, template, direct)) {
          case Outcome.Failed<String>(var why) -> {
            return Outcome.failed(why);
          }
          case Outcome.Ok<String>(var seen) -> addresses.add(seen);
        }
      }
      endpoints.add(endpoint(endpoint, addresses));
    }
    return Outcome.ok(object(shadow, template, endpoints));
  }

  /** SE-3, and only then the limit: it is about where traffic really goes. */
  private Outcome<String> address(
      String address, EndpointTemplate template, Map<String, String> direct) {
    if (FQDN.equals(template.addressType())) {
      return Outcome.ok(address);
    }
    String third = direct.get(address);
    if (third != null) {
      AddressMap map = thirds.get(third);
      return map == null
          ? Outcome.failed("nothing is known about the network of cluster " + third)
          : map.translatePod(address);
    }
    Outcome<String> seen =
        link.networked() ? link.origin().translate(address) : Outcome.ok(address);
    return switch (seen) {
      case Outcome.Failed<String> failed -> failed;
      case Outcome.Ok<String>(var text) -> {
        Optional<String> refusal = reach.refusal(text);
        yield refusal.isPresent() ? Outcome.failed(refusal.get()) : seen;
      }
    };
  }

  /**
   * SE-4: not ready while the way is cut, back alone afterwards; the consumer's no always holds.
   */
  private Endpoint endpoint(Endpoint endpoint, List<String> addresses) {
    Boolean ready = endpoint.getConditions() == null ? null : endpoint.getConditions().getReady();
    return new EndpointBuilder(endpoint)
        .withAddresses(addresses)
        .withConditions(
            new EndpointConditionsBuilder()
                .withReady(!Boolean.FALSE.equals(ready) && link.up())
                .build())
        .build();
  }

  /** SE-5. */
  private static EndpointSlice object(
      ShadowEndpointSlice shadow, EndpointTemplate template, List<Endpoint> endpoints) {
    Map<String, String> annotations =
        new LinkedHashMap<>(Frozen.map(shadow.getMetadata().getAnnotations()));
    annotations.remove(Annotations.DIRECT_CONNECTIONS_DATA);
    annotations.remove(Annotations.LAST_APPLIED);
    return new EndpointSliceBuilder()
        .withNewMetadata()
        .withName(shadow.getMetadata().getName())
        .withNamespace(shadow.getMetadata().getNamespace())
        .withLabels(Frozen.map(shadow.getMetadata().getLabels()))
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_SHADOW_ENDPOINT_SLICE)
        .withAnnotations(annotations)
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion(shadow.getApiVersion())
                .withKind(shadow.getKind())
                .withName(shadow.getMetadata().getName())
                .withUid(shadow.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build())
        .endMetadata()
        .withAddressType(template.addressType())
        .withEndpoints(endpoints)
        .withPorts(template.ports())
        .build();
  }

  /** Whether an existing slice was made of this ShadowEndpointSlice and not of another one. */
  public static boolean isOwned(EndpointSlice there, ShadowEndpointSlice shadow) {
    return Frozen.list(there.getMetadata().getOwnerReferences()).stream()
        .anyMatch(owner -> owner.getUid().equals(shadow.getMetadata().getUid()));
  }

  public static boolean isSame(EndpointSlice there, EndpointSlice wanted) {
    return TwinMeta.isSame(there, wanted)
        && there.getAddressType().equals(wanted.getAddressType())
        && Frozen.list(there.getEndpoints()).equals(Frozen.list(wanted.getEndpoints()))
        && Frozen.list(there.getPorts()).equals(Frozen.list(wanted.getPorts()));
  }
}
