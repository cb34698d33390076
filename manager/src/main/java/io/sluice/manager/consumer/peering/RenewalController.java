package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.IdentityType;
import io.sluice.api.authentication.Renew;
import io.sluice.api.authentication.RenewSpec;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.Finalizing;
import io.sluice.manager.border.Travel;
import io.sluice.translate.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one Renew per control-plane Identity and takes what the provider puts there (§8.4): the
 * newer certificate goes into the Identity, and from there into the kubeconfig.
 *
 * <p>An Identity on its way out takes its Renew along first: without the Identity's credentials
 * nobody could remove the copy in the provider.
 */
public final class RenewalController implements Controller {
  private static final Kind<Identity> IDENTITIES = Kind.of(Identity.class);
  private static final Kind<Renew> RENEWS = Kind.of(Renew.class);
  private static final Duration SOON = Duration.ofMillis(100);

  private final Api api;
  private final String clusterId;
  private final ClusterKey key;
  private final Feed<Identity> identities;
  private final Feed<Renew> renews;
  private final Loop<Ref> loop =
      new Loop<>("renewals", this::reconcile, Failures.logged("renewals"));

  public RenewalController(Api api, String clusterId, ClusterKey key) {
    this.api = api;
    this.clusterId = clusterId;
    this.key = key;
    this.identities = new Feed<>(api, IDENTITIES, Scope.ALL, (ref, _) -> loop.queue().add(ref));
    this.renews =
        new Feed<>(
            api,
            RENEWS,
            Scope.ALL.labels(Labels.REPLICATION + "=" + Labels.TRUE),
            (ref, _) -> loop.queue().add(ref));
  }

  @Override
  public void start() {
    identities.start();
    renews.start();
    loop.start(1);
  }

  private Next reconcile(Ref ref) {
    if (!identities.synced() || !renews.synced()) {
      return Next.again(SOON);
    }
    Optional<Identity> found =
        identities
            .get(ref)
            .filter(identity -> identity.getSpec() != null)
            .filter(identity -> identity.getSpec().type() == IdentityType.CONTROL_PLANE);
    if (found.isEmpty()) {
      return Next.REST;
    }
    Identity identity = found.get();
    if (identity.getMetadata().getDeletionTimestamp() != null) {
      return leave(identity);
    }
    Identity held = Finalizing.add(api, IDENTITIES, identity, Finalizers.IDENTITY);
    identities.seen(held);
    Optional<Renew> renew = renews.get(ref);
    if (renew.isEmpty()) {
      renews.seen(api.create(RENEWS, renew(held)));
    } else {
      take(held, renew.get());
    }
    return Next.REST;
  }

  private Renew renew(Identity identity) {
    String provider = String.valueOf(identity.getSpec().clusterID());
    Renew renew = new Renew();
    renew.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(identity.getMetadata().getNamespace())
            .withName(identity.getMetadata().getName())
            .addToLabels(Labels.REPLICATION, Labels.TRUE)
            .addToLabels(Labels.REMOTE_ID, provider)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
            .withOwnerReferences(Identities.owner(identity))
            .build());
    renew.setSpec(new RenewSpec(clusterId, IdentityType.CONTROL_PLANE, null, null, null));
    return renew;
  }

  private void take(Identity identity, Renew renew) {
    @Nullable AuthParams offered =
        renew.getStatus() == null ? null : renew.getStatus().authParams();
    @Nullable AuthParams current = identity.getSpec().authParams();
    if (offered == null || offered.equals(current) || isOlder(offered, current)) {
      return;
    }
    Map<String, Object> change =
        Map.of(
            "metadata",
            Map.of("uid", identity.getMetadata().getUid()),
            "spec",
            Map.of("authParams", offered));
    identities.seen(api.patch(IDENTITIES, Ref.of(identity), Patch.merge(change)));
  }

  /**
   * What is not for our key, or ends earlier, is no renewal: a late echo, or a mistake. Neither is
   * the same certificate with another address: a person has just said where the provider is, and
   * what came over the old way would lead back there.
   */
  private boolean isOlder(AuthParams offered, @Nullable AuthParams current) {
    if (current != null && Objects.equals(offered.signedCRT(), current.signedCRT())) {
      return true;
    }
    Instant ends = current == null ? Instant.MIN : end(current).orElse(Instant.MIN);
    return end(offered).filter(end -> !end.isBefore(ends)).isEmpty();
  }

  private Optional<Instant> end(AuthParams params) {
    return IssuedCertificate.read(Travel.text(params.signedCRT()))
                instanceof Outcome.Ok(IssuedCertificate issued)
            && Keys.same(issued.key(), key.pair().getPublic())
        ? Optional.of(issued.validity().until())
        : Optional.empty();
  }

  private Next leave(Identity identity) {
    Ref ref = Ref.of(identity);
    Optional<Renew> renew = renews.get(ref);
    if (renew.isPresent()) {
      if (renew.get().getMetadata().getDeletionTimestamp() == null) {
        renews.delete(ref, renew.get().getMetadata().getUid(), null);
      }
      return Next.REST; // its end comes back as a change
    }
    if (Absence.ofName(api, RENEWS, ref)) {
      Finalizing.remove(api, IDENTITIES, identity, Finalizers.IDENTITY);
    }
    return Next.REST;
  }

  @Override
  public void close() {
    loop.close();
    identities.close();
    renews.close();
  }
}
