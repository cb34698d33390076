package io.sluice.manager.provider.tenancy;

import io.sluice.engine.kube.Api;
import io.sluice.engine.run.Controller;
import io.sluice.manager.border.TenantNamespaces;
import java.time.Clock;
import java.util.List;

/** Everything that a provider does about its tenants, as one thing to start and stop. */
public final class Tenancy implements Controller {
  private final List<Controller> parts;

  /**
   * @param namespaces to be started by the caller, after this was made: others listen too
   */
  public Tenancy(Api api, ProviderSettings settings, TenantNamespaces namespaces, Clock clock) {
    Tenants tenants = new Tenants(api);
    this.parts =
        List.of(
            new NonceController(api, namespaces, settings.lives().nonce(), clock),
            new TenantController(api, settings, namespaces, tenants, clock),
            new SliceController(api, settings, namespaces, tenants, clock),
            new RenewController(api, namespaces, tenants),
            tenants);
  }

  @Override
  public void start() {
    parts.forEach(Controller::start);
  }

  @Override
  public void close() {
    parts.forEach(Controller::close);
  }
}
