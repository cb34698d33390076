package io.sluice.manager.border;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tenant namespaces as commands see them: found by label, made where there is none (§0.5). */
public final class PeeringNamespaces {
  private static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);

  private static final List<Class<? extends HasMetadata>> OF_A_PEERING =
      List.of(
          Tenant.class, Identity.class, ResourceSlice.class, NamespaceMap.class, VirtualNode.class);

  private PeeringNamespaces() {}

  /** Name of the tenant namespace of a peer; who may not list tries the usual name. */
  public static Optional<String> find(Api api, String peer) {
    Scope labelled =
        Scope.ALL.labels(
            Labels.TENANT_NAMESPACE
                + "="
                + Labels.TRUE
                + ","
                + Labels.REMOTE_CLUSTER_ID
                + "="
                + peer);
    List<Namespace> found;
    try {
      found = api.list(NAMESPACES, labelled);
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.FORBIDDEN)) {
        throw failure;
      }
      Ref usual = Ref.cluster(Names.TENANT_NAMESPACE_PREFIX + peer);
      found = api.find(NAMESPACES, usual).stream().toList();
    }
    if (found.size() > 1) {
      throw new Patience.Exhausted(
          "there are %d tenant namespaces of %s, there may be one".formatted(found.size(), peer));
    }
    return found.stream().map(namespace -> namespace.getMetadata().getName()).findFirst();
  }

  public static String ensure(Api api, String peer) {
    return find(api, peer).orElseGet(() -> create(api, peer));
  }

  /**
   * Removes the tenant namespace of a peer, if it was made for that and nothing of a peering is in
   * it: the other direction may live there.
   *
   * @return why it stays; nothing when it is gone
   */
  public static Optional<String> remove(Api api, String peer, Patience patience) {
    Optional<Namespace> found =
        find(api, peer).flatMap(name -> api.find(NAMESPACES, Ref.cluster(name)));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Ref ref = Ref.of(found.get());
    Map<String, String> labels = Frozen.map(found.get().getMetadata().getLabels());
    if (!Labels.APP_MANAGED_BY_SLUICE.equals(labels.get(Labels.APP_MANAGED_BY))) {
      return Optional.of("namespace %s was made by somebody else".formatted(ref.name()));
    }
    try {
      return removeEmpty(api, found.get(), patience);
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.FORBIDDEN)) {
        throw failure;
      }
      // Whoever was let in to peer and to nothing else leaves it to the provider's own people.
      return Optional.of("namespace %s stays, you may not remove it".formatted(ref.name()));
    }
  }

  private static Optional<String> removeEmpty(Api api, Namespace namespace, Patience patience) {
    Ref ref = Ref.of(namespace);
    for (Class<? extends HasMetadata> type : OF_A_PEERING) {
      if (!api.list(Kind.of(type), Scope.namespace(ref.name())).isEmpty()) {
        return Optional.of(
            "namespace %s holds %s still".formatted(ref.name(), Kind.of(type).plural()));
      }
    }
    api.delete(NAMESPACES, ref, namespace.getMetadata().getUid(), null);
    patience.untilGone(api, NAMESPACES, ref);
    return Optional.empty();
  }

  private static String create(Api api, String peer) {
    Namespace wanted = TenantNamespaces.make(peer);
    try {
      return api.create(NAMESPACES, wanted).getMetadata().getName();
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.EXISTS)) {
        throw failure;
      }
      return find(api, peer)
          .orElseThrow(
              () ->
                  new Patience.Exhausted(
                      "namespace %s exists and is not the tenant namespace of %s"
                          .formatted(wanted.getMetadata().getName(), peer)));
    }
  }
}
