package io.sluice.kubelet.border;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Namespaces of a cluster that knows nothing of us, with the rights of an ordinary user. */
public final class BareNamespaces {
  private static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);
  private static final Kind<SelfSubjectAccessReview> REVIEWS =
      Kind.of(SelfSubjectAccessReview.class);

  /** Everything that crosses the border; ReplicaSets and Jobs take their pods with them. */
  private static final List<Kind<? extends HasMetadata>> KINDS =
      List.of(
          Kind.of(ReplicaSet.class),
          Kind.of(Job.class),
          Kind.of(Service.class),
          Kind.of(Ingress.class),
          Kind.of(ConfigMap.class),
          Kind.of(Secret.class),
          Kind.of(PersistentVolumeClaim.class));

  /** Consumer and provider, as they are written on everything that is ours. */
  public record Parties(String consumer, String provider) {
    private String selector() {
      return Labels.ORIGIN + "=" + consumer + "," + Labels.DESTINATION + "=" + provider;
    }
  }

  private final Api remote;
  private final Parties who;

  public BareNamespaces(Api remote, Parties who) {
    this.remote = remote;
    this.who = who;
  }

  /** Whether we may work there; makes the namespace where it is missing and that is allowed. */
  public Outcome<String> enter(String name) {
    @Nullable Namespace there;
    try {
      there = remote.find(NAMESPACES, Ref.cluster(name)).orElse(null);
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.FORBIDDEN)) {
        throw failure;
      }
      // Users of one namespace may rarely look at it as such.
      Optional<String> missing = missing(name);
      return missing.isEmpty() ? Outcome.ok(name) : made(name, missing.get());
    }
    if (there == null) {
      return made(name, "there is no namespace " + name);
    }
    if (there.getMetadata().getDeletionTimestamp() != null) {
      return Outcome.failed("namespace " + name + " is being deleted");
    }
    return missing(name).<Outcome<String>>map(Outcome::failed).orElseGet(() -> Outcome.ok(name));
  }

  private Outcome<String> made(String name, String why) {
    try {
      remote.create(
          NAMESPACES,
          new NamespaceBuilder()
              .withNewMetadata()
              .withName(name)
              .addToLabels(ownership())
              .endMetadata()
              .build());
    } catch (ApiFailure failure) {
      if (failure.is(Problem.FORBIDDEN)) {
        return Outcome.failed(why + ", and we may not make it: " + failure.reason());
      }
      if (failure.is(Problem.EXISTS)) {
        return Outcome.failed(why);
      }
      throw failure;
    }
    return missing(name).<Outcome<String>>map(Outcome::failed).orElseGet(() -> Outcome.ok(name));
  }

  private Map<String, String> ownership() {
    return Map.of(
        Labels.APP_MANAGED_BY,
        Labels.APP_MANAGED_BY_SLUICE,
        Labels.ORIGIN,
        who.consumer(),
        Labels.DESTINATION,
        who.provider());
  }

  /** What we may not do there and must, in words. */
  private Optional<String> missing(String namespace) {
    for (Right right : Right.NEEDED) {
      if (!allows(namespace, right)) {
        return Optional.of(
            "we may not %s %s in namespace %s"
                .formatted(right.verb(), right.resource(), namespace));
      }
    }
    return Optional.empty();
  }

  private record Right(String group, String resource, String verb) {
    static final List<Right> NEEDED =
        List.of(
            new Right("apps", "replicasets", "create"),
            new Right("batch", "jobs", "create"),
            new Right("", "pods", "watch"));
  }

  private boolean allows(String namespace, Right right) {
    SelfSubjectAccessReview review =
        remote.ask(
            REVIEWS,
            new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withNamespace(namespace)
                .withGroup(right.group())
                .withResource(right.resource())
                .withVerb(right.verb())
                .endResourceAttributes()
                .endSpec()
                .build());
    return review.getStatus() != null && Boolean.TRUE.equals(review.getStatus().getAllowed());
  }

  /** Takes away all that is ours, and the namespace if we made it; true when nothing is left. */
  public boolean leave(String name) {
    Optional<Namespace> made = ours(name);
    if (made.isPresent()) {
      remote.delete(NAMESPACES, Ref.cluster(name), made.get().getMetadata().getUid(), null);
      return false;
    }
    boolean empty = true;
    for (Kind<? extends HasMetadata> kind : KINDS) {
      empty &= leave(kind, name);
    }
    return empty && remote.list(Kind.of(Pod.class), ofUs(name)).isEmpty();
  }

  private <T extends HasMetadata> boolean leave(Kind<T> kind, String name) {
    List<T> left = remote.list(kind, ofUs(name));
    left.forEach(
        object -> {
          if (object.getMetadata().getDeletionTimestamp() == null) {
            remote.delete(kind, Ref.of(object), object.getMetadata().getUid(), null);
          }
        });
    return left.isEmpty();
  }

  private Scope ofUs(String name) {
    return Scope.namespace(name).labels(who.selector());
  }

  private Optional<Namespace> ours(String name) {
    try {
      return remote
          .find(NAMESPACES, Ref.cluster(name))
          .filter(
              there ->
                  there.getMetadata().getLabels() != null
                      && there
                          .getMetadata()
                          .getLabels()
                          .entrySet()
                          .containsAll(ownership().entrySet()));
    } catch (ApiFailure failure) {
      if (failure.is(Problem.FORBIDDEN)) {
        return Optional.empty(); // one that was made by us could be looked at
      }
      throw failure;
    }
  }
}
