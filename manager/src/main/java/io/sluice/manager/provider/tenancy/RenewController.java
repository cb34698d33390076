package io.sluice.manager.provider.tenancy;

import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.IdentityType;
import io.sluice.api.authentication.Renew;
import io.sluice.api.authentication.RenewStatus;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.TenantNamespaces;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts a tenant's newest control-plane credentials where it can read them: into the status of the
 * Renew that it sent (§8.4). A certificate is worthless without the key, which never came here.
 */
public final class RenewController implements Controller {
  private static final Kind<Renew> RENEWS = Kind.of(Renew.class);
  private static final Duration SOON = Duration.ofMillis(100);

  private final Api api;
  private final TenantNamespaces namespaces;
  private final Tenants tenants;
  private final Feed<Renew> renews;
  private final Loop<Ref> loop = new Loop<>("renews", this::reconcile, Failures.logged("renews"));

  public RenewController(Api api, TenantNamespaces namespaces, Tenants tenants) {
    this.api = api;
    this.namespaces = namespaces;
    this.tenants = tenants;
    Scope replicated = Scope.ALL.labels(Labels.REPLICATED + "=" + Labels.TRUE);
    this.renews = new Feed<>(api, RENEWS, replicated, (ref, _) -> loop.queue().add(ref));
    tenants.onChange(ref -> enqueue(ref.namespace()));
  }

  @Override
  public void start() {
    renews.start();
    loop.start(1);
  }

  private void enqueue(String namespace) {
    renews.all().stream()
        .filter(renew -> renew.getMetadata().getNamespace().equals(namespace))
        .forEach(renew -> loop.queue().add(Ref.of(renew)));
  }

  private Next reconcile(Ref ref) {
    if (!tenants.synced() || !namespaces.synced()) {
      return Next.again(SOON);
    }
    Optional<Renew> found =
        renews
            .get(ref)
            .filter(renew -> renew.getMetadata().getDeletionTimestamp() == null)
            .filter(RenewController::isForControlPlane);
    Optional<AuthParams> newest =
        namespaces
            .peerOf(ref.namespace())
            .flatMap(tenants::of)
            .map(Tenant::getStatus)
            .flatMap(status -> Optional.ofNullable(status.authParams()));
    if (found.isPresent() && newest.isPresent()) {
      write(found.get(), new RenewStatus(newest.get()));
    }
    return Next.REST;
  }

  /** Slices carry their credentials themselves. */
  private static boolean isForControlPlane(Renew renew) {
    return renew.getSpec() == null || renew.getSpec().identityType() != IdentityType.RESOURCE_SLICE;
  }

  private void write(Renew renew, RenewStatus status) {
    @Nullable RenewStatus before = renew.getStatus();
    if (!status.equals(before)) {
      Map<String, Object> change =
          Map.of("metadata", Map.of("uid", renew.getMetadata().getUid()), "status", status);
      renews.seen(api.patch(RENEWS, Ref.of(renew), Patch.merge(change).to("status")));
    }
  }

  @Override
  public void close() {
    loop.close();
    renews.close();
  }
}
