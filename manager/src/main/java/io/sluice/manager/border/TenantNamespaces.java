package io.sluice.manager.border;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.translate.access.ManagerAccess;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The namespaces of all peerings of this cluster, found by their labels (§0.5), and the Secrets in
 * them. The manager has no right on Secrets elsewhere: where such a namespace appears it binds
 * itself there first.
 */
public final class TenantNamespaces implements Controller {
  private static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);
  private static final Kind<RoleBinding> BINDINGS = Kind.of(RoleBinding.class);

  private final Api api;
  private final Loop<String> loop;
  private final Feed<Namespace> namespaces;
  private final Map<String, Feed<Secret>> secrets = new ConcurrentHashMap<>();
  private final List<Consumer<String>> namespaceListeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<Ref>> secretListeners = new CopyOnWriteArrayList<>();
  private volatile @Nullable Subject self;

  public TenantNamespaces(Api api) {
    this.api = api;
    this.loop =
        new Loop<>("tenant-namespaces", this::reconcile, Failures.logged("tenant-namespaces"));
    this.namespaces =
        new Feed<>(
            api,
            NAMESPACES,
            Scope.ALL.labels(Labels.TENANT_NAMESPACE + "=" + Labels.TRUE),
            (ref, _) -> loop.queue().add(ref.name()));
  }

  /** Told of each namespace that appears, changes or goes; to be called before the start. */
  public void onNamespace(Consumer<String> listener) {
    namespaceListeners.add(listener);
  }

  /** Told of each Secret in them that appears, changes or goes; to be called before the start. */
  public void onSecret(Consumer<Ref> listener) {
    secretListeners.add(listener);
  }

  @Override
  public void start() {
    namespaces.start();
    loop.start(1);
  }

  public boolean synced() {
    return namespaces.synced();
  }

  /** The peer whose tenant namespace this is. */
  public Optional<String> peerOf(String namespace) {
    return namespaces
        .get(Ref.cluster(namespace))
        .flatMap(
            found ->
                Optional.ofNullable(
                    Frozen.map(found.getMetadata().getLabels()).get(Labels.REMOTE_CLUSTER_ID)));
  }

  /** The tenant namespace of a peer; empty when there is none or more than one. */
  public Optional<String> of(String peer) {
    List<String> found =
        namespaces.all().stream()
            .map(namespace -> namespace.getMetadata().getName())
            .filter(name -> peerOf(name).filter(peer::equals).isPresent())
            .toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  /** A Secret in a tenant namespace, if it is known. */
  public Optional<Secret> secret(Ref ref) {
    Feed<Secret> feed = secrets.get(ref.namespace());
    return feed == null ? Optional.empty() : feed.get(ref);
  }

  public List<Secret> secrets(String namespace) {
    Feed<Secret> feed = secrets.get(namespace);
    return feed == null ? List.of() : feed.all();
  }

  /** Whether the Secrets of a namespace have been read: before that, absence means nothing. */
  public boolean secretsSynced(String namespace) {
    Feed<Secret> feed = secrets.get(namespace);
    return feed != null && feed.synced();
  }

  /** Takes in the answer to a write of ours. */
  public void seen(Secret secret) {
    Feed<Secret> feed = secrets.get(secret.getMetadata().getNamespace());
    if (feed != null) {
      feed.seen(secret);
    }
  }

  /** Deletes exactly this Secret. */
  public void delete(Secret secret) {
    Feed<Secret> feed = secrets.get(secret.getMetadata().getNamespace());
    if (feed != null) {
      feed.delete(Ref.of(secret), secret.getMetadata().getUid(), null);
    }
  }

  /** The namespace of a peering, as it is made where none exists. */
  public static Namespace make(String peer) {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(Names.TENANT_NAMESPACE_PREFIX + peer)
        .addToLabels(Labels.TENANT_NAMESPACE, Labels.TRUE)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, peer)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        // Kubelets run here and pods of nobody else.
        .addToLabels(Labels.POD_SECURITY_ENFORCE, "baseline")
        .endMetadata()
        .build();
  }

  private Next reconcile(String namespace) {
    boolean there =
        namespaces
            .get(Ref.cluster(namespace))
            .filter(found -> found.getMetadata().getDeletionTimestamp() == null)
            .isPresent();
    if (there && !secrets.containsKey(namespace)) {
      bind(namespace);
      follow(namespace);
    } else if (namespaces.get(Ref.cluster(namespace)).isEmpty()) {
      Feed<Secret> old = secrets.remove(namespace);
      if (old != null) {
        old.close();
      }
    }
    namespaceListeners.forEach(listener -> listener.accept(namespace));
    return Next.REST;
  }

  private void bind(String namespace) {
    try {
      api.create(BINDINGS, ManagerAccess.inTenantNamespace(namespace, self()));
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.EXISTS)) {
        throw failure;
      }
    }
  }

  private void follow(String namespace) {
    Feed<Secret> feed =
        new Feed<>(
            api,
            SECRETS,
            Scope.namespace(namespace),
            (ref, _) -> secretListeners.forEach(listener -> listener.accept(ref)));
    secrets.put(namespace, feed);
    feed.start();
  }

  private Subject self() {
    Subject known = self;
    if (known == null) {
      SelfSubjectReview question =
          new SelfSubjectReviewBuilder().withNewMetadata().endMetadata().build();
      SelfSubjectReview answer = api.create(Kind.of(SelfSubjectReview.class), question);
      known = ManagerAccess.subject(answer.getStatus().getUserInfo().getUsername());
      self = known;
    }
    return known;
  }

  @Override
  public void close() {
    loop.close();
    namespaces.close();
    secrets.values().forEach(Feed::close);
  }
}
