package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.sluice.api.offloading.ShadowEndpointSlice;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.kubelet.border.Addresses;
import io.sluice.kubelet.border.Extension;
import io.sluice.kubelet.border.Offloadings;
import io.sluice.translate.pod.twin.RootCa;
import io.sluice.translate.reflect.Border;
import io.sluice.translate.reflect.ConfigMaps;
import io.sluice.translate.reflect.EndpointSlices;
import io.sluice.translate.reflect.Ingresses;
import io.sluice.translate.reflect.Secrets;
import io.sluice.translate.reflect.Services;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The kinds that are reflected, and what each has to know beside its own objects. */
final class Catalogue implements AutoCloseable {
  private final Stage stage;
  private final ReflectionOptions how;
  private final Addresses addresses;
  private final Map<String, Reflector<?, ?>> reflectors = new LinkedHashMap<>();
  private final Nodes nodes;
  private final Interests interests;
  private final Reflector<ConfigMap, ConfigMap> configMaps;
  private final Reflector<Secret, Secret> secrets;
  private final Reflector<Service, Service> services;
  private final Reflector<EndpointSlice, ShadowEndpointSlice> slices;
  private final Reflector<Ingress, Ingress> ingresses;
  private final Storage storage;
  private final Reflector<PersistentVolumeClaim, PersistentVolumeClaim> claims;

  Catalogue(Stage stage, ReflectionOptions how, Addresses addresses, Offloadings offloadings) {
    this.stage = stage;
    this.how = how;
    this.addresses = addresses;
    this.nodes = new Nodes(stage.home(), this::nodesChanged);
    this.services = add(ReflectionOptions.SERVICE, services());
    this.slices = add(ReflectionOptions.ENDPOINT_SLICE, slices());
    this.ingresses = add(ReflectionOptions.INGRESS, ingresses());
    this.interests =
        new Interests(
            new Interests.Sources(
                stage.home(), offloadings, nodes, stage.provider(), this::ingressFeed),
            how.referenced(),
            this::interestChanged);
    this.configMaps = add(ReflectionOptions.CONFIG_MAP, configMaps());
    this.secrets = add(ReflectionOptions.SECRET, secrets());
    this.storage = new Storage(stage, how.offers(), nodes, this::volumesChanged);
    this.claims = add(ReflectionOptions.CLAIM, claims());
    services.onLocal(this::serviceChanged);
    ingresses.onLocal(ref -> interests.look(ref.namespace()));
    addresses.listen(slices::revisitAll);
  }

  private Subject<Service, Service> services() {
    String ours = Names.LOAD_BALANCER_CLASS_PREFIX + stage.provider();
    return new Subject<Service, Service>(
            Kind.of(Service.class),
            Kind.of(Service.class),
            _ ->
                new Services(how.type(ReflectionOptions.SERVICE), how.offers().loadBalancerClass()))
        .back(
            (local, twin, _) ->
                Services.statusBack(local, twin, ours)
                    .ifPresent(
                        balancer ->
                            address(
                                services,
                                local,
                                balancer.getIngress().isEmpty() ? null : balancer)));
  }

  private Subject<Ingress, Ingress> ingresses() {
    String ours = Names.INGRESS_CLASS_PREFIX + stage.provider();
    return new Subject<Ingress, Ingress>(
            Kind.of(Ingress.class),
            Kind.of(Ingress.class),
            _ -> new Ingresses(how.type(ReflectionOptions.INGRESS), how.offers().ingressClass()))
        .back(
            (local, twin, _) ->
                Ingresses.statusBack(local, twin, ours)
                    .ifPresent(
                        balancer ->
                            address(
                                ingresses,
                                local,
                                balancer.getIngress().isEmpty() ? null : balancer)));
  }

  private Subject<EndpointSlice, ShadowEndpointSlice> slices() {
    return new Subject<EndpointSlice, ShadowEndpointSlice>(
            Kind.of(EndpointSlice.class), Kind.of(ShadowEndpointSlice.class), this::endpoints)
        .lazily()
        .ready(
            namespace ->
                slices.locals(namespace).map(feed -> feed.size() == 0).orElse(true)
                    || (nodes.known()
                        && addresses.known()
                        && services.locals(namespace).map(Feed::synced).orElse(true)));
  }

  private EndpointSlices endpoints(Border border) {
    return new EndpointSlices(
        how.type(ReflectionOptions.SERVICE),
        new EndpointSlices.Around(
            nodes::labels,
            name ->
                services
                    .locals(border.namespace())
                    .flatMap(feed -> feed.get(new Ref(border.namespace(), name))),
            addresses.leaving(border.namespace())));
  }

  private Subject<ConfigMap, ConfigMap> configMaps() {
    return new Subject<ConfigMap, ConfigMap>(
            Kind.of(ConfigMap.class),
            Kind.of(ConfigMap.class),
            border ->
                new ConfigMaps(
                    how.type(ReflectionOptions.CONFIG_MAP),
                    interests.inConfigMaps(border.namespace())))
        .quiet(RootCa.LOCAL)
        .ready(namespace -> interests.known(namespace));
  }

  private Subject<Secret, Secret> secrets() {
    return new Subject<Secret, Secret>(
            Kind.of(Secret.class),
            Kind.of(Secret.class),
            border ->
                new Secrets(
                    how.type(ReflectionOptions.SECRET), interests.inSecrets(border.namespace())))
        .ready(namespace -> interests.known(namespace));
  }

  private Subject<PersistentVolumeClaim, PersistentVolumeClaim> claims() {
    return new Subject<PersistentVolumeClaim, PersistentVolumeClaim>(
            Kind.of(PersistentVolumeClaim.class),
            Kind.of(PersistentVolumeClaim.class),
            _ -> storage.rule())
        .ready(
            namespace ->
                claims.locals(namespace).map(feed -> feed.size() == 0).orElse(true)
                    || storage.ready())
        .back((local, twin, border) -> storage.tell(local, twin, border));
  }

  private void volumesChanged() {
    claims.revisitAll();
  }

  /** Slices are those of Services, where it is known which there are. */
  private void wakeSlices(String namespace) {
    if (how.workers(ReflectionOptions.SERVICE) == 0
        || services.locals(namespace).map(feed -> feed.size() > 0).orElse(false)) {
      slices.wake(namespace);
    }
  }

  private <L extends HasMetadata, R extends HasMetadata> Reflector<L, R> add(
      String name, Subject<L, R> subject) {
    Reflector<L, R> reflector = new Reflector<>(stage, subject);
    if (how.workers(name) > 0) {
      reflectors.put(name, reflector);
    }
    return reflector;
  }

  /** The address of the provider's load balancer, for whom it was meant and nobody else. */
  private <T extends HasMetadata> void address(
      Reflector<T, T> reflector, T local, @Nullable Object balancer) {
    Patch patch =
        Patch.merge(
                Map.of(
                    "metadata", Map.of("uid", local.getMetadata().getUid()),
                    "status", Collections.singletonMap("loadBalancer", balancer)))
            .to("status");
    Ref ref = Ref.of(local);
    T written = stage.home().patch(reflector.local(), ref, patch);
    reflector.locals(ref.namespace()).ifPresent(feed -> feed.seen(written));
  }

  private Optional<Feed<Ingress>> ingressFeed(String namespace) {
    return ingresses.locals(namespace);
  }

  /** Slices inherit from their Service. */
  private void serviceChanged(Ref service) {
    wakeSlices(service.namespace());
    slices
        .locals(service.namespace())
        .ifPresent(
            feed ->
                feed.all().stream()
                    .filter(
                        slice ->
                            service
                                .name()
                                .equals(
                                    Frozen.map(slice.getMetadata().getLabels())
                                        .get(Labels.SERVICE_NAME)))
                    .forEach(slice -> slices.look(Ref.of(slice))));
  }

  private void interestChanged(String namespace) {
    configMaps.revisit(namespace);
    secrets.revisit(namespace);
  }

  private void nodesChanged() {
    slices.revisitAll();
    claims.revisitAll();
    configMaps.namespaces().forEach(interests::look);
  }

  /** A local object that is reflected. */
  Optional<? extends HasMetadata> find(String kind, Ref ref) {
    Reflector<?, ?> reflector =
        switch (kind) {
          case "ConfigMap" -> configMaps;
          case "Secret" -> secrets;
          case "Service" -> services;
          case "EndpointSlice" -> slices;
          case "Ingress" -> ingresses;
          case "PersistentVolumeClaim" -> claims;
          default -> null;
        };
    return reflector == null ? Optional.empty() : reflector.find(ref);
  }

  void start() {
    reflectors.forEach((name, reflector) -> reflector.start(how.workers(name)));
  }

  void open(Extension extension) {
    reflectors.values().forEach(reflector -> reflector.open(extension));
    interests.open(extension.local());
    wakeSlices(extension.local()); // what came while it was opened
  }

  /** Told of namespaces in which something of ours is there; only before the start. */
  void onTwins(Consumer<String> listener) {
    reflectors.values().forEach(reflector -> reflector.onTwins(listener));
  }

  void close(String namespace) {
    interests.close(namespace);
    reflectors.values().forEach(reflector -> reflector.close(namespace));
  }

  @Override
  public void close() {
    reflectors.values().forEach(Reflector::close);
    interests.close();
    storage.close();
    nodes.close();
  }
}
