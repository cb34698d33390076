package io.sluice.manager.provider.tenancy;

import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.wire.Condition;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** All tenants of this cluster, for those who decide by them. */
public final class Tenants implements Controller {
  static final Kind<Tenant> KIND = Kind.of(Tenant.class);

  private final Feed<Tenant> feed;
  private final List<Consumer<Ref>> listeners = new CopyOnWriteArrayList<>();

  public Tenants(Api api) {
    this.feed =
        new Feed<>(
            api, KIND, Scope.ALL, (ref, _) -> listeners.forEach(listener -> listener.accept(ref)));
  }

  /** Told of each change; to be called before the start. */
  public void onChange(Consumer<Ref> listener) {
    listeners.add(listener);
  }

  @Override
  public void start() {
    feed.start();
  }

  public boolean synced() {
    return feed.synced();
  }

  public Optional<Tenant> get(Ref ref) {
    return feed.get(ref);
  }

  public List<Tenant> all() {
    return feed.all();
  }

  void seen(Tenant tenant) {
    feed.seen(tenant);
  }

  /** The tenant of a consumer, if it was let in and is not on its way out. */
  public Optional<Tenant> of(String consumer) {
    return feed.all().stream()
        .filter(Tenants::isIn)
        .filter(tenant -> consumer.equals(tenant.getSpec().clusterID()))
        .findFirst();
  }

  /** Whether this tenant was let in, now or some time before. */
  static boolean isIn(Tenant tenant) {
    return tenant.getMetadata().getDeletionTimestamp() == null
        && tenant.getSpec() != null
        && tenant.getStatus() != null
        && tenant.getStatus().tenantNamespace() != null;
  }

  static Optional<Condition> authenticated(Tenant tenant) {
    return tenant.getStatus() == null
        ? Optional.empty()
        : tenant.getStatus().conditions().stream()
            .filter(condition -> condition.type().equals(ConditionTypes.AUTHENTICATED))
            .findFirst();
  }

  @Override
  public void close() {
    feed.close();
  }
}
