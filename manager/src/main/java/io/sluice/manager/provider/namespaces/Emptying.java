package io.sluice.manager.provider.namespaces;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.offloading.ShadowEndpointSlice;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.access.ManagerAccess;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Empties a twin namespace of all that the consumer put there, except its claims (D-22). The
 * manager has no right to any of these objects, Secrets above all: it gives itself the consumer's
 * own role, in this namespace and for as long as this takes.
 */
final class Emptying {
  private static final Kind<RoleBinding> BINDINGS = Kind.of(RoleBinding.class);

  /** Shadows first: they would make their objects again. */
  private static final List<Class<? extends HasMetadata>> KINDS =
      List.of(
          ShadowPod.class,
          ShadowEndpointSlice.class,
          Ingress.class,
          Service.class,
          Secret.class,
          ConfigMap.class);

  /** Made by Kubernetes in every namespace, and made again when deleted. */
  private static final Set<String> NOT_OURS = Set.of("kube-root-ca.crt");

  private final Api api;
  private @Nullable Subject self;

  Emptying(Api api) {
    this.api = api;
  }

  /**
   * Deletes what is left; when nothing is, pods included, the names of the claims by comma. Where
   * there are no claims the rest need not be touched: it goes with the namespace.
   */
  Optional<String> claimsLeft(String namespace) {
    RoleBinding rights = ManagerAccess.inReleasedNamespace(namespace, self());
    if (takeRights(rights)) {
      return Optional.empty(); // the API server needs a moment to know them
    }
    String claims =
        list(Kind.of(PersistentVolumeClaim.class), namespace).stream()
            .map(claim -> claim.getMetadata().getName())
            .sorted()
            .collect(Collectors.joining(","));
    if (!claims.isEmpty() && !emptied(namespace)) {
      return Optional.empty();
    }
    RoleBinding there = api.get(BINDINGS, Ref.of(rights));
    api.delete(BINDINGS, Ref.of(there), there.getMetadata().getUid(), null);
    return Optional.of(claims);
  }

  private boolean emptied(String namespace) {
    boolean empty = true;
    for (Class<? extends HasMetadata> type : KINDS) {
      for (GenericKubernetesResource left : list(Kind.of(type), namespace)) {
        empty &= delete(Kind.of(type), left);
      }
    }
    return empty && list(Kind.of(Pod.class), namespace).isEmpty();
  }

  /** Whether they were not there yet. */
  private boolean takeRights(RoleBinding rights) {
    try {
      api.create(BINDINGS, rights);
      return true;
    } catch (ApiFailure failure) {
      if (failure.is(Problem.EXISTS)) {
        return false;
      }
      throw failure;
    }
  }

  /** Whether there was nothing to delete. */
  private boolean delete(Kind<?> kind, GenericKubernetesResource left) {
    if (NOT_OURS.contains(left.getMetadata().getName())) {
      return true;
    }
    if (left.getMetadata().getDeletionTimestamp() == null) {
      api.delete(kind, Ref.of(left), left.getMetadata().getUid(), null);
    }
    return false;
  }

  private List<GenericKubernetesResource> list(Kind<?> kind, String namespace) {
    return api.read(kind.path(namespace), GenericKubernetesResourceList.class).getItems();
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
}
