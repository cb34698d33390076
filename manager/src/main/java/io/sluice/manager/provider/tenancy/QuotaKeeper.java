package io.sluice.manager.provider.tenancy;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.offloading.Quota;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.tenant.SliceQuota;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the Quota of each slice whose resources were accepted (§4.4). */
final class QuotaKeeper implements AutoCloseable {
  private static final Kind<Quota> QUOTAS = Kind.of(Quota.class);

  private final Api api;
  private final LimitsEnforcement enforcement;
  private final Feed<Quota> quotas;

  /**
   * @param owners told the slice whose Quota somebody touched
   */
  QuotaKeeper(Api api, LimitsEnforcement enforcement, Consumer<Ref> owners) {
    this.api = api;
    this.enforcement = enforcement;
    this.quotas = new Feed<>(api, QUOTAS, Scope.ALL, new OnQuota(owners));
  }

  void start() {
    quotas.start();
  }

  boolean synced() {
    return quotas.synced();
  }

  void align(ResourceSlice slice, TenantCondition tenant) {
    SliceQuota.of(slice, tenant, enforcement)
        .filter(wanted -> !isThere(wanted))
        .ifPresent(
            wanted ->
                quotas.seen(
                    api.patch(
                        QUOTAS, Ref.of(wanted), Patch.apply(wanted, Names.FIELD_MANAGER_TENANCY))));
  }

  private boolean isThere(Quota wanted) {
    return quotas
        .get(Ref.of(wanted))
        .filter(there -> wanted.getSpec().equals(there.getSpec()))
        .filter(
            there ->
                there
                    .getMetadata()
                    .getOwnerReferences()
                    .equals(wanted.getMetadata().getOwnerReferences()))
        .isPresent();
  }

  private record OnQuota(Consumer<Ref> owners) implements Feed.Listener<Quota> {
    @Override
    public void changed(Ref ref, @Nullable Quota now) {
      if (now != null) {
        tell(now);
      }
    }

    @Override
    public void gone(Ref ref, Quota last) {
      tell(last);
    }

    private void tell(Quota quota) {
      List<OwnerReference> references = quota.getMetadata().getOwnerReferences();
      references.forEach(
          owner -> owners.accept(new Ref(quota.getMetadata().getNamespace(), owner.getName())));
    }
  }

  @Override
  public void close() {
    quotas.close();
  }
}
