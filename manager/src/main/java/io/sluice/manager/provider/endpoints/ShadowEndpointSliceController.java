package io.sluice.manager.provider.endpoints;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.networking.Configuration;
import io.sluice.api.offloading.ShadowEndpointSlice;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.translate.Outcome;
import io.sluice.translate.net.Prefix;
import io.sluice.translate.reflect.EnforcedSlices;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes an EndpointSlice of each ShadowEndpointSlice (§4.2):
 *
 * <ol>
 *   <li>its origin must own the namespace and be a cluster that is known (SE-1, T-28)
 *   <li>addresses become those seen here, and may not lead out of the origin's networks (SE-3)
 *   <li>endpoints are ready only while the way to the origin is open (SE-4)
 *   <li>the slice is written if it differs, never over one that is somebody else's (SE-5)
 * </ol>
 */
public final class ShadowEndpointSliceController implements Controller {
  private static final Kind<EndpointSlice> SLICES = Kind.of(EndpointSlice.class);

  /** What is missing comes with an event; this is for what nobody tells. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(60);

  private final Api api;
  private final Events events;
  private final boolean denyDirect;
  private final Loop<Ref> loop =
      new Loop<>("endpoints", this::reconcile, Failures.logged("endpoints"));
  private final Feed<ShadowEndpointSlice> shadows;
  private final Feed<EndpointSlice> slices;
  private final Feed<EndpointSlice> apiServer;
  private final Feed<Namespace> twins;
  private final Feed<ForeignCluster> clusters;
  private final Feed<Configuration> configurations;
  private final Feed<Node> nodes;
  private final Feed<ServiceCIDR> services;

  /**
   * @param denyDirect whether endpoints in third clusters are dropped (SE-2)
   */
  public ShadowEndpointSliceController(Api api, Events events, boolean denyDirect) {
    this.api = api;
    this.events = events;
    this.denyDirect = denyDirect;
    this.shadows = feed(ShadowEndpointSlice.class, Scope.ALL, (ref, now) -> enqueue(ref));
    this.slices =
        feed(
            EndpointSlice.class,
            Scope.ALL.labels(Labels.MANAGED_BY + "=" + Labels.MANAGED_BY_SHADOW_ENDPOINT_SLICE),
            (ref, now) -> enqueue(ref));
    this.apiServer =
        feed(
            EndpointSlice.class,
            Scope.namespace("default").labels("kubernetes.io/service-name=kubernetes"),
            (ref, now) -> all());
    this.twins =
        feed(Namespace.class, Scope.ALL.labels(Labels.REMOTE_CLUSTER_ID), (ref, now) -> in(ref));
    this.clusters = feed(ForeignCluster.class, Scope.ALL, new PeerListener());
    this.configurations = feed(Configuration.class, Scope.ALL, (ref, now) -> all());
    this.nodes = feed(Node.class, Scope.ALL, (ref, now) -> {});
    this.services = feed(ServiceCIDR.class, Scope.ALL, (ref, now) -> {});
  }

  private <T extends HasMetadata> Feed<T> feed(
      Class<T> type, Scope scope, Feed.Listener<T> listener) {
    return new Feed<>(api, Kind.of(type), scope, listener);
  }

  /** SE-6: all slices of a cluster when the way to it opens or closes. */
  private final class PeerListener implements Feed.Listener<ForeignCluster> {
    private final Map<Ref, Boolean> up = new ConcurrentHashMap<>();

    @Override
    public void changed(Ref ref, @Nullable ForeignCluster now) {
      @Nullable Boolean is = now == null ? null : Peers.isUp(now);
      @Nullable Boolean was = is == null ? up.remove(ref) : up.put(ref, is);
      if (is == null || !is.equals(was)) {
        all();
      }
    }
  }

  private void enqueue(Ref shadow) {
    loop.queue().add(shadow);
  }

  private void all() {
    shadows.all().forEach(shadow -> enqueue(Ref.of(shadow)));
  }

  private void in(Ref namespace) {
    shadows.all().stream()
        .map(Ref::of)
        .filter(ref -> ref.namespace().equals(namespace.name()))
        .forEach(this::enqueue);
  }

  private List<Feed<?>> feeds() {
    return List.of(shadows, slices, apiServer, twins, clusters, configurations, nodes, services);
  }

  @Override
  public void start() {
    feeds().forEach(Feed::start);
    loop.start(4);
  }

  private Next reconcile(Ref key) {
    if (!feeds().stream().allMatch(Feed::synced)) {
      return Next.again(Duration.ofMillis(50));
    }
    Optional<ShadowEndpointSlice> shadow = shadows.get(key);
    if (shadow.isEmpty()) {
      bury(key);
      return Next.REST;
    }
    return switch (wanted(shadow.get())) {
      case Outcome.Failed<EndpointSlice>(String why) -> refuse(shadow.get(), why);
      case Outcome.Ok<EndpointSlice>(EndpointSlice wanted) -> write(shadow.get(), wanted);
    };
  }

  private Outcome<EndpointSlice> wanted(ShadowEndpointSlice shadow) {
    String origin = Frozen.map(shadow.getMetadata().getLabels()).getOrDefault(Labels.ORIGIN, "");
    String owner =
        twins
            .get(Ref.cluster(Ref.of(shadow).namespace()))
            .map(twin -> Frozen.map(twin.getMetadata().getLabels()))
            .map(labels -> labels.getOrDefault(Labels.REMOTE_CLUSTER_ID, ""))
            .orElse("");
    if (origin.isEmpty() || !origin.equals(owner)) {
      return Outcome.failed(
          "label %s must be the owner of the namespace, '%s' (rule tenancy)"
              .formatted(Labels.ORIGIN, owner));
    }
    List<Prefix> own = LocalNetworks.of(nodes.all(), services.all(), apiServer.all());
    return switch (new Peers(clusters.all(), configurations.all()).rule(origin, own, denyDirect)) {
      case Outcome.Failed<EnforcedSlices>(String why) -> Outcome.failed(why);
      case Outcome.Ok<EnforcedSlices>(EnforcedSlices rule) -> rule.slice(shadow);
    };
  }

  private Next refuse(ShadowEndpointSlice shadow, String why) {
    events.warn(shadow, Reasons.FAILED_REFLECTION, why);
    return Next.again(LOOK_AGAIN);
  }

  private Next write(ShadowEndpointSlice shadow, EndpointSlice wanted) {
    Ref ref = Ref.of(wanted);
    Optional<EndpointSlice> there = slices.get(ref);
    if (there.isEmpty()) {
      slices.seen(api.create(SLICES, wanted));
      return Next.REST;
    }
    if (!EnforcedSlices.isOwned(there.get(), shadow)) {
      return refuse(shadow, "an EndpointSlice of this name belongs to somebody else");
    }
    if (!EnforcedSlices.isSame(there.get(), wanted)) {
      slices.seen(
          api.patch(SLICES, ref, Patch.apply(wanted, Names.FIELD_MANAGER_SHADOW_ENDPOINT_SLICE)));
    }
    return Next.REST;
  }

  /** The shadow is gone for certain: its slice goes too, before garbage collection comes by. */
  private void bury(Ref key) {
    Optional<EndpointSlice> there = slices.get(key);
    Optional<String> owner =
        there.flatMap(
            slice ->
                slice.getMetadata().getOwnerReferences().stream()
                    .filter(each -> each.getKind().equals("ShadowEndpointSlice"))
                    .map(OwnerReference::getUid)
                    .findFirst());
    if (there.isPresent() && owner.isPresent() && Absence.proved(api, shadows, key, owner.get())) {
      slices.delete(key, there.get().getMetadata().getUid(), null);
    }
  }

  @Override
  public void close() {
    loop.close();
    feeds().forEach(Feed::close);
  }
}
