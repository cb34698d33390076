package io.sluice.manager.provider.tenancy;

import io.fabric8.kubernetes.api.model.Secret;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.border.Travel;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * Fills empty nonce Secrets of tenant namespaces with a fresh challenge and says until when it may
 * be answered (§1.3, step 2). One that is filled is never changed.
 */
public final class NonceController implements Controller {
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);

  private final Api api;
  private final TenantNamespaces namespaces;
  private final Duration life;
  private final Clock clock;
  private final Loop<Ref> loop = new Loop<>("nonces", this::reconcile, Failures.logged("nonces"));

  public NonceController(Api api, TenantNamespaces namespaces, Duration life, Clock clock) {
    this.api = api;
    this.namespaces = namespaces;
    this.life = life;
    this.clock = clock;
    namespaces.onSecret(ref -> loop.queue().add(ref));
  }

  @Override
  public void start() {
    loop.start(1);
  }

  private Next reconcile(Ref ref) {
    namespaces
        .secret(ref)
        .filter(Nonce::isMeant)
        .filter(secret -> Nonce.in(secret).isEmpty())
        .filter(this::isOfItsNamespace)
        .ifPresent(this::fill);
    return Next.REST;
  }

  /** The label must name the consumer that the namespace is for. */
  private boolean isOfItsNamespace(Secret secret) {
    Optional<String> peer = namespaces.peerOf(secret.getMetadata().getNamespace());
    return peer.isPresent()
        && peer.get()
            .equals(Frozen.map(secret.getMetadata().getLabels()).get(Labels.REMOTE_CLUSTER_ID));
  }

  private void fill(Secret secret) {
    String expires = clock.instant().plus(life).truncatedTo(ChronoUnit.SECONDS).toString();
    Map<String, Object> change =
        Map.of(
            "metadata",
            Map.of(
                "uid",
                secret.getMetadata().getUid(),
                "resourceVersion",
                secret.getMetadata().getResourceVersion(),
                "annotations",
                Map.of(Annotations.NONCE_EXPIRES, expires)),
            "data",
            Map.of(Names.NONCE_KEY, Travel.pack(Nonce.generate())));
    namespaces.seen(api.patch(SECRETS, Ref.of(secret), Patch.merge(change)));
  }

  @Override
  public void close() {
    loop.close();
  }
}
