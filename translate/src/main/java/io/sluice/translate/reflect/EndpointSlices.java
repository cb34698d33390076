package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointConditionsBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.sluice.api.offloading.EndpointTemplate;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.offloading.ShadowEndpointSlice;
import io.sluice.api.offloading.ShadowEndpointSliceSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.Outcome;
import io.sluice.translate.net.SourceAddresses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * EndpointSlices (§3.7): what the provider cannot see by itself, with addresses as peers reach
 * them.
 *
 * @param type of Services, which slices inherit
 * @param around what is known at home
 */
public record EndpointSlices(ReflectionType type, Around around)
    implements Reflection<EndpointSlice, ShadowEndpointSlice> {
  private static final String FQDN = "FQDN";
  private static final int ANNOTATIONS_LIMIT = 256 * 1024;

  /**
   * What is known at home.
   *
   * @param nodes labels by name; empty for a node that is not known
   * @param services of the namespace by name
   * @param sources how addresses leave
   */
  public record Around(
      Function<String, Optional<Map<String, String>>> nodes,
      Function<String, Optional<Service>> services,
      SourceAddresses sources) {}

  @Override
  public Wish<ShadowEndpointSlice> wish(EndpointSlice local, Border border) {
    boolean api =
        local.getMetadata().getName().equals("kubernetes") && border.namespace().equals("default");
    if (api) {
      return new Wish.Leave<>("it is the API server of this cluster");
    }
    return switch (Policy.own(local)) {
      case BOTH -> new Wish.Refused<>("it says both to skip and to allow reflection");
      case SKIPPED -> new Wish.Unwanted<>("its annotation keeps it at home", true);
      case ALLOWED -> endpoints(local, border);
      case SILENT ->
          Policy.keeps(type, service(local).<HasMetadata>map(service -> service).orElse(local))
              .<Wish<ShadowEndpointSlice>>map(why -> new Wish.Unwanted<>(why, false))
              .orElseGet(() -> endpoints(local, border));
    };
  }

  private Optional<Service> service(EndpointSlice slice) {
    String name = Frozen.map(slice.getMetadata().getLabels()).get(Labels.SERVICE_NAME);
    return name == null ? Optional.empty() : around.services().apply(name);
  }

  private Wish<ShadowEndpointSlice> endpoints(EndpointSlice local, Border border) {
    boolean direct =
        service(local)
            .map(service -> Frozen.map(service.getMetadata().getAnnotations()))
            .map(annotations -> annotations.get(Annotations.USE_DIRECT_CONNECTIONS))
            .filter("true"::equalsIgnoreCase)
            .isPresent();
    boolean unchanged = direct || FQDN.equals(local.getAddressType());
    Optional<String> sender = sender(local);
    List<Endpoint> endpoints = new ArrayList<>();
    DirectConnections connections = DirectConnections.NONE;
    for (Endpoint endpoint : Frozen.list(local.getEndpoints())) {
      Optional<String> cluster = cluster(endpoint);
      boolean passes = sender.isPresent() && sender.get().equals(endpoint.getNodeName());
      if (!leaves(endpoint, passes ? sender : cluster, border)) {
        continue;
      }
      switch (addresses(endpoint, unchanged)) {
        case Outcome.Failed<List<String>> _ when passes -> {
          continue; // ML-3: the next cluster has no way to the one before
        }
        case Outcome.Failed<List<String>>(var why) -> {
          return new Wish.Unready<>(why);
        }
        case Outcome.Ok<List<String>>(var addresses) ->
            endpoints.add(translated(endpoint, addresses, border));
      }
      if (direct && cluster.isPresent() && endpoint.getTargetRef() != null) {
        connections = connections.with(cluster.get(), endpoint.getAddresses());
      }
    }
    return twin(local, endpoints, direct ? connections : null, border);
  }

  /**
   * The consumer that a slice was reflected from: its endpoints carry its name instead of a node's,
   * and pods that it sent on find them in the next cluster too (§10).
   */
  private static Optional<String> sender(EndpointSlice local) {
    Map<String, String> labels = Frozen.map(local.getMetadata().getLabels());
    return Labels.MANAGED_BY_SHADOW_ENDPOINT_SLICE.equals(labels.get(Labels.MANAGED_BY))
        ? Optional.ofNullable(labels.get(Labels.ORIGIN))
        : Optional.empty();
  }

  /** The provider whose virtual node the endpoint runs on. */
  private Optional<String> cluster(Endpoint endpoint) {
    return Optional.ofNullable(endpoint.getNodeName())
        .flatMap(around.nodes())
        .map(labels -> labels.get(Labels.REMOTE_CLUSTER_ID));
  }

  /**
   * EPS-1: what runs in the provider exists there natively; a node that is unknown says nothing.
   *
   * @param cluster that it runs in, where that is another one
   */
  private boolean leaves(Endpoint endpoint, Optional<String> cluster, Border border) {
    boolean known =
        cluster.isPresent()
            || endpoint.getNodeName() == null
            || around.nodes().apply(endpoint.getNodeName()).isPresent();
    return known && !cluster.equals(Optional.of(border.destination()));
  }

  private Outcome<List<String>> addresses(Endpoint endpoint, boolean unchanged) {
    List<String> translated = new ArrayList<>();
    for (String address : endpoint.getAddresses()) {
      if (unchanged) {
        translated.add(address);
        continue;
      }
      switch (around.sources().translate(address)) {
        case Outcome.Failed<String>(var why) -> {
          return Outcome.failed(why);
        }
        case Outcome.Ok<String>(var seen) -> translated.add(seen);
      }
    }
    return Outcome.ok(translated);
  }

  /** EPS-2. The node is ours alone to know: for the provider all of it is this cluster. */
  private static Endpoint translated(Endpoint endpoint, List<String> addresses, Border border) {
    Boolean ready = endpoint.getConditions() == null ? null : endpoint.getConditions().getReady();
    return new EndpointBuilder()
        .withAddresses(addresses)
        .withConditions(new EndpointConditionsBuilder().withReady(ready).build())
        .withHostname(endpoint.getHostname())
        .withZone(endpoint.getZone())
        .withHints(endpoint.getHints())
        .withNodeName(border.origin())
        .withTargetRef(
            endpoint.getTargetRef() == null
                ? null
                : new ObjectReferenceBuilder(endpoint.getTargetRef())
                    .withKind("Remote" + endpoint.getTargetRef().getKind())
                    .build())
        .build();
  }

  private static Wish<ShadowEndpointSlice> twin(
      EndpointSlice local,
      List<Endpoint> endpoints,
      @Nullable DirectConnections connections,
      Border border) {
    ObjectMetaBuilder metadata =
        new ObjectMetaBuilder(TwinMeta.of(local, local.getMetadata().getName(), border))
            .addToLabels(Labels.ENDPOINT_SLICE_MANAGED_BY, Names.ENDPOINT_SLICE_MANAGER);
    if (connections != null) {
      metadata.addToAnnotations(Annotations.DIRECT_CONNECTIONS_DATA, connections.toJson());
    }
    ObjectMeta built = metadata.build();
    if (size(built.getAnnotations()) >= ANNOTATIONS_LIMIT) {
      return new Wish.Refused<>("its direct connections exceed what annotations may hold");
    }
    ShadowEndpointSlice twin = new ShadowEndpointSlice();
    twin.setMetadata(built);
    twin.setSpec(
        new ShadowEndpointSliceSpec(
            new EndpointTemplate(
                endpoints, Frozen.list(local.getPorts()), local.getAddressType())));
    return new Wish.Wanted<>(twin);
  }

  private static int size(Map<String, String> annotations) {
    return annotations.entrySet().stream()
        .mapToInt(entry -> entry.getKey().length() + entry.getValue().length())
        .sum();
  }

  @Override
  public boolean isOurs(ShadowEndpointSlice remote, Border border) {
    return TwinMeta.isOurs(remote, border)
        && Names.ENDPOINT_SLICE_MANAGER.equals(
            Frozen.map(remote.getMetadata().getLabels()).get(Labels.ENDPOINT_SLICE_MANAGED_BY));
  }

  @Override
  public boolean isSame(ShadowEndpointSlice there, ShadowEndpointSlice wanted) {
    return TwinMeta.isSame(there, wanted) && wanted.getSpec().equals(there.getSpec());
  }
}
