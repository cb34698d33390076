package io.sluice.manager.provider.tenancy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.sluice.api.authentication.Renew;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.authentication.TenantStatus;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Condition;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.border.Patience;
import io.sluice.manager.border.PeeringNamespaces;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What somebody with rights in the provider does to peer with a consumer, step by step. Each step
 * may be run again; none needs to see the consumer.
 */
public final class ProviderSteps {
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);
  private static final Kind<Tenant> TENANTS = Kind.of(Tenant.class);

  private final Api api;
  private final Patience patience;
  private final Clock clock;

  public ProviderSteps(Api api, Patience patience, Clock clock) {
    this.api = api;
    this.patience = patience;
    this.clock = clock;
  }

  /** The tenant namespace of a consumer. */
  public String namespace(String consumer) {
    return PeeringNamespaces.ensure(api, consumer);
  }

  /** A challenge that the consumer can still answer. */
  public byte[] challenge(String consumer) {
    Ref ref = new Ref(namespace(consumer), Names.NONCE_SECRET);
    api.find(SECRETS, ref).filter(this::isStale).ifPresent(this::discard);
    if (api.find(SECRETS, ref).isEmpty()) {
      api.create(SECRETS, challengeFor(ref, consumer));
    }
    return patience
        .until(
            "the provider to fill Secret " + ref, () -> api.find(SECRETS, ref).flatMap(Nonce::in))
        .text();
  }

  private boolean isStale(Secret secret) {
    return Nonce.in(secret)
        .map(nonce -> nonce.issued(ProviderSettings.Lives.DEFAULT.nonce()).expires())
        .filter(end -> !clock.instant().isBefore(end))
        .isPresent();
  }

  private void discard(Secret secret) {
    api.delete(SECRETS, Ref.of(secret), secret.getMetadata().getUid(), null);
  }

  /** An empty challenge, which the manager fills. */
  public static Secret challengeFor(Ref ref, String consumer) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(ref.namespace())
        .withName(ref.name())
        .addToLabels(Labels.NONCE, Labels.TRUE)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, consumer)
        .endMetadata()
        .build();
  }

  /** Hands a consumer's papers in and waits for the verdict. */
  public Tenant admit(Tenant tenant) {
    Ref ref = Ref.of(tenant);
    Optional<Tenant> there = api.find(TENANTS, ref);
    if (there.isPresent() && Tenants.isIn(there.get())) {
      requireSameKey(there.get(), tenant);
      // The tenant's standing is the provider's own affair.
      Map<String, Object> papers =
          Map.of(
              "publicKey", String.valueOf(tenant.getSpec().publicKey()),
              "csr", String.valueOf(tenant.getSpec().csr()),
              "signature", String.valueOf(tenant.getSpec().signature()));
      api.patch(TENANTS, ref, Patch.merge(Map.of("spec", papers)));
    } else {
      there.ifPresent(_ -> remove(TENANTS, ref)); // a new attempt, a new verdict
      api.create(TENANTS, tenant);
    }
    return patience.until(
        "the provider to let " + ref + " in", () -> verdict(api.get(TENANTS, ref), tenant));
  }

  /** Two clusters with one ID: the second must not push the first out (§1.3). */
  private static void requireSameKey(Tenant there, Tenant wanted) {
    if (!Objects.equals(there.getSpec().publicKey(), wanted.getSpec().publicKey())) {
      String id = wanted.getMetadata().getName();
      throw new Patience.Exhausted(
          """
          the provider has a tenant %s with another key: give one of the two clusters another ID, \
          or, where this cluster has lost its key, end the old tenancy with 'sluice unpeer --force'\
          """
              .formatted(id));
    }
  }

  private static Optional<Tenant> verdict(Tenant now, Tenant wanted) {
    Optional<Condition> condition = Tenants.authenticated(now).filter(_ -> isAboutThisState(now));
    if (condition.isPresent() && !condition.get().holds()) {
      throw new Patience.Exhausted(
          "the provider refuses: %s (%s)"
              .formatted(condition.get().message(), condition.get().reason()));
    }
    return condition.isPresent() && isFor(now.getStatus(), wanted)
        ? Optional.of(now)
        : Optional.empty();
  }

  private static boolean isAboutThisState(Tenant tenant) {
    return Objects.equals(
        tenant.getMetadata().getGeneration(), tenant.getStatus().observedGeneration());
  }

  /** Whether the credentials are for the key that was handed in, and not for one before it. */
  private static boolean isFor(TenantStatus status, Tenant wanted) {
    return status.authParams() != null
        && Credentials.isForKey(status.authParams(), wanted.getSpec().publicKey());
  }

  /** The tenant of a consumer, if it was let in. */
  public Optional<Tenant> tenant(String consumer) {
    return PeeringNamespaces.find(api, consumer)
        .flatMap(namespace -> api.find(TENANTS, new Ref(namespace, consumer)))
        .filter(Tenants::isIn);
  }

  /** Cordons, drains or activates a tenant (SL-4). */
  public void stand(String consumer, TenantCondition condition) {
    Tenant tenant =
        tenant(consumer)
            .orElseThrow(() -> new Patience.Exhausted(consumer + " is not a tenant here"));
    api.patch(
        TENANTS, Ref.of(tenant), Patch.merge(Map.of("spec", Map.of("tenantCondition", condition))));
  }

  /** What the end of a tenancy deletes. */
  public List<HasMetadata> toDismiss(String consumer) {
    List<HasMetadata> all = new ArrayList<>();
    PeeringNamespaces.find(api, consumer)
        .ifPresent(
            namespace -> {
              leftBy(namespace, consumer).forEach(kind -> all.addAll(kind.objects()));
              api.find(TENANTS, new Ref(namespace, consumer)).ifPresent(all::add);
              api.find(SECRETS, new Ref(namespace, Names.NONCE_SECRET)).ifPresent(all::add);
            });
    return all;
  }

  /**
   * Deletes what a consumer has here still, and with it what runs here for it. A consumer that took
   * its leave has nothing; one that gave this provider up from its side alone could not ask.
   */
  public void clear(String consumer) {
    Optional<String> namespace = PeeringNamespaces.find(api, consumer);
    if (namespace.isPresent()) {
      leftBy(namespace.get(), consumer).forEach(this::removeAll);
    }
  }

  private List<Left<?>> leftBy(String namespace, String consumer) {
    Scope copies = Drain.copies(namespace, consumer);
    return List.of(
        left(ResourceSlice.class, copies),
        left(NamespaceMap.class, copies),
        left(Renew.class, copies));
  }

  private record Left<T extends HasMetadata>(Kind<T> kind, List<T> objects) {}

  /** Who was let in to peer and to nothing else sees none, and has none to remove. */
  private <T extends HasMetadata> Left<T> left(Class<T> type, Scope scope) {
    Kind<T> kind = Kind.of(type);
    try {
      return new Left<>(kind, api.list(kind, scope));
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.FORBIDDEN)) {
        throw failure;
      }
      return new Left<>(kind, List.of());
    }
  }

  private <T extends HasMetadata> void removeAll(Left<T> left) {
    left.objects().forEach(object -> remove(left.kind(), Ref.of(object)));
  }

  /** Ends the tenancy: rights first, then the object. */
  public void dismiss(String consumer) {
    PeeringNamespaces.find(api, consumer)
        .ifPresent(
            namespace -> {
              remove(TENANTS, new Ref(namespace, consumer));
              remove(SECRETS, new Ref(namespace, Names.NONCE_SECRET));
            });
  }

  /** Removes the tenant namespace; or says why it stays. */
  public Optional<String> leaveNamespace(String consumer) {
    return PeeringNamespaces.remove(api, consumer, patience);
  }

  private <T extends HasMetadata> void remove(Kind<T> kind, Ref ref) {
    api.find(kind, ref)
        .ifPresent(found -> api.delete(kind, ref, found.getMetadata().getUid(), null));
    patience.untilGone(api, kind, ref);
  }
}
