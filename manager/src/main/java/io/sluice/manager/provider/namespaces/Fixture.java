package io.sluice.manager.provider.namespaces;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.place.LabelSelectors;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What belongs to a twin namespace: made where it is missing, repaired where it differs. */
final class Fixture {
  private static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);
  private static final Kind<RoleBinding> BINDINGS = Kind.of(RoleBinding.class);

  private final Api api;
  private final Feed<Namespace> namespaces;
  private final Feed<RoleBinding> bindings;
  private final Limits limits;

  Fixture(Api api, Feed<Namespace> namespaces, Feed<RoleBinding> bindings, Limits limits) {
    this.api = api;
    this.namespaces = namespaces;
    this.bindings = bindings;
    this.limits = limits;
  }

  void create(Namespace twin) {
    namespaces.seen(api.create(NAMESPACES, twin));
  }

  /** Labels and annotations of ours; those of others stay. */
  void repair(Namespace twin) {
    Map<String, @Nullable Object> annotations =
        new HashMap<>(Frozen.map(twin.getMetadata().getAnnotations()));
    annotations.put(Annotations.RETAINED_FROM, null);
    annotations.put(Annotations.RETAINED_VOLUMES, null);
    Map<String, Object> metadata =
        Map.of("labels", twin.getMetadata().getLabels(), "annotations", annotations);
    patch(twin.getMetadata().getName(), Map.of("metadata", metadata));
  }

  /** Keeps the namespace for its volumes: nobody's twin any more. */
  void release(Namespace kept, String volumes) {
    Map<String, @Nullable Object> annotations = new HashMap<>();
    annotations.put(Annotations.MANAGED_BY_NAMESPACE_MAP, null);
    annotations.put(
        Annotations.RETAINED_FROM,
        kept.getMetadata().getAnnotations().get(Annotations.RETAINED_FROM));
    annotations.put(Annotations.RETAINED_VOLUMES, volumes);
    patch(
        kept.getMetadata().getName(),
        Map.of("metadata", Map.of("uid", kept.getMetadata().getUid(), "annotations", annotations)));
  }

  private void patch(String namespace, Map<String, Object> body) {
    namespaces.seen(
        api.patch(
            NAMESPACES,
            Ref.cluster(namespace),
            Patch.merge(body).as(Names.FIELD_MANAGER_NAMESPACES)));
  }

  void delete(String namespace, String uid) {
    namespaces.delete(Ref.cluster(namespace), uid, null);
  }

  /**
   * Rights of the consumer; what a binding points to can't be changed, only replaced.
   *
   * @return whether it stood already: the API server needs a moment to know a new one
   */
  boolean bind(RoleBinding wanted) {
    Optional<RoleBinding> there = bindings.get(Ref.of(wanted));
    if (there.isPresent() && !there.get().getRoleRef().equals(wanted.getRoleRef())) {
      bindings.delete(Ref.of(wanted), there.get().getMetadata().getUid(), null);
      there = Optional.empty();
    }
    if (there.isPresent() && isSame(there.get(), wanted)) {
      return true;
    }
    bindings.seen(
        there.isEmpty()
            ? api.create(BINDINGS, wanted)
            : api.patch(
                BINDINGS, Ref.of(wanted), Patch.apply(wanted, Names.FIELD_MANAGER_NAMESPACES)));
    return false;
  }

  private static boolean isSame(RoleBinding there, RoleBinding wanted) {
    return there.getSubjects().equals(wanted.getSubjects())
        && LabelSelectors.includes(
            Frozen.map(there.getMetadata().getLabels()), wanted.getMetadata().getLabels());
  }

  void unbind(Ref binding) {
    bindings
        .get(binding)
        .ifPresent(there -> bindings.delete(binding, there.getMetadata().getUid(), null));
  }

  boolean limit(ResourceQuota wanted) {
    return limits.stand(wanted);
  }

  /** The map whose twin this namespace is. */
  static Optional<Ref> mapOf(@Nullable Namespace namespace) {
    if (namespace == null) {
      return Optional.empty();
    }
    String reference =
        Frozen.map(namespace.getMetadata().getAnnotations())
            .getOrDefault(Annotations.MANAGED_BY_NAMESPACE_MAP, "");
    int slash = reference.indexOf('/');
    return slash < 1
        ? Optional.empty()
        : Optional.of(new Ref(reference.substring(0, slash), reference.substring(slash + 1)));
  }
}
