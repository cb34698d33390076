package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.Finalizing;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.translate.border.Replica;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Carries ResourceSlices, NamespaceMaps and Renews to their provider, and what the provider says of
 * them back (§1.6). An object leaves here only when its copy is certainly gone there: an
 * authentication failure, a 403 or silence is never "gone". Only a person who declares the provider
 * lost for good can cut that short.
 */
public final class ReplicationController implements Controller {
  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration REFUSED = Duration.ofSeconds(15);

  /** One object at home. */
  private record Key(Class<?> type, Ref ref) {}

  private final Api api;
  private final String home;
  private final TenantNamespaces namespaces;
  private final Links links;
  private final Events events;
  private final Map<Class<?>, Replicated<?>> kinds = new LinkedHashMap<>();
  private final Feed<ForeignCluster> peers;
  private final Loop<Key> loop =
      new Loop<>("replication", this::reconcile, Failures.logged("replication"));

  public ReplicationController(
      Api api, String home, TenantNamespaces namespaces, Links links, Clock clock) {
    this.api = api;
    this.home = home;
    this.namespaces = namespaces;
    this.links = links;
    this.events = new Events(api, "sluice-replication", home, clock);
    RemoteLink.KINDS.forEach(kind -> kinds.put(kind.type(), follow(kind)));
    this.peers =
        new Feed<>(api, Kind.of(ForeignCluster.class), Scope.ALL, (_, _) -> enqueueLeaving());
    links.onLink(this::enqueueNamespace);
    links.onCopy(
        copy ->
            namespaces
                .of(copy.provider())
                .ifPresent(
                    namespace ->
                        loop.queue().add(new Key(copy.type(), new Ref(namespace, copy.name())))));
  }

  private <T extends CustomResource<?, ?>> Replicated<T> follow(Kind<T> kind) {
    Scope outgoing =
        Scope.ALL.labels(Labels.REPLICATION + "=" + Labels.TRUE + "," + Labels.REMOTE_ID);
    Feed<T> feed =
        new Feed<>(api, kind, outgoing, (ref, _) -> loop.queue().add(new Key(kind.type(), ref)));
    return new Replicated<>(api, home, feed);
  }

  @Override
  public void start() {
    kinds.values().forEach(kind -> kind.feed().start());
    peers.start();
    loop.start(2);
  }

  private void enqueueNamespace(String namespace) {
    kinds.forEach(
        (type, kind) ->
            kind.feed().all().stream()
                .filter(object -> object.getMetadata().getNamespace().equals(namespace))
                .forEach(object -> loop.queue().add(new Key(type, Ref.of(object)))));
  }

  private void enqueueLeaving() {
    kinds.forEach(
        (type, kind) ->
            kind.feed().all().stream()
                .filter(object -> object.getMetadata().getDeletionTimestamp() != null)
                .forEach(object -> loop.queue().add(new Key(type, Ref.of(object)))));
  }

  private Next reconcile(Key key) {
    Replicated<?> kind = kinds.get(key.type());
    return kind == null ? Next.REST : reconcile(kind, key.ref());
  }

  private <T extends CustomResource<?, ?>> Next reconcile(Replicated<T> kind, Ref ref) {
    if (!kind.feed().synced() || !namespaces.synced() || !peers.synced()) {
      return Next.again(SOON);
    }
    Optional<T> found = kind.feed().get(ref);
    if (found.isEmpty() || !isForThePeer(found.get(), ref.namespace())) {
      return Next.REST;
    }
    T object = found.get();
    if (object.getMetadata().getDeletionTimestamp() == null && !isComplete(object)) {
      return Next.REST; // its change enqueues it
    }
    Optional<RemoteLink> link = links.of(ref.namespace());
    try {
      return object.getMetadata().getDeletionTimestamp() == null
          ? link.map(way -> kind.carry(object, way)).orElse(Next.REST)
          : leave(kind, object, link);
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.FORBIDDEN) && !failure.is(Problem.UNAUTHORIZED)) {
        throw failure;
      }
      events.warn(object, Reasons.REPLICATION_REFUSED, failure.reason());
      return Next.again(REFUSED);
    }
  }

  /**
   * A slice without its asker and its signing request would be denied before they are filled in.
   */
  private static boolean isComplete(HasMetadata object) {
    return !(object instanceof ResourceSlice slice)
        || (slice.getSpec() != null
            && slice.getSpec().consumerClusterID() != null
            && slice.getSpec().csr() != null);
  }

  /** What is meant for somebody else than the namespace's peer stays where it is. */
  private boolean isForThePeer(HasMetadata object, String namespace) {
    Optional<String> peer = namespaces.peerOf(namespace);
    return peer.isPresent() && peer.equals(Replica.destination(object));
  }

  private <T extends CustomResource<?, ?>> Next leave(
      Replicated<T> kind, T object, Optional<RemoteLink> link) {
    if (!Finalizing.has(object, Finalizers.REPLICATION)) {
      return Next.REST;
    }
    boolean lost = isLost(object);
    if (link.isEmpty()) {
      return lost ? kind.release(object) : Next.REST; // a new way enqueues it
    }
    try {
      return kind.withdraw(object, link.get());
    } catch (ApiFailure failure) {
      boolean silent =
          switch (failure.problem()) {
            case UNREACHABLE, UNAUTHORIZED, FORBIDDEN -> true;
            case NOT_FOUND, EXISTS, CONFLICT, EXPIRED, INVALID, TOO_LARGE, THROTTLED, SERVER ->
                false;
          };
      if (lost && silent) {
        return kind.release(object);
      }
      throw failure;
    }
  }

  /** Whether a person has declared this object's provider lost for good. */
  private boolean isLost(HasMetadata object) {
    return Replica.destination(object)
        .flatMap(provider -> peers.get(Ref.cluster(provider)))
        .map(peer -> Frozen.map(peer.getMetadata().getAnnotations()))
        .map(annotations -> annotations.get(Annotations.PERMANENTLY_UNREACHABLE))
        .filter(Labels.TRUE::equals)
        .isPresent();
  }

  @Override
  public void close() {
    loop.close();
    kinds.values().forEach(kind -> kind.feed().close());
    peers.close();
  }
}
