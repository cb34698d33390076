package io.sluice.manager;

import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.run.Controller;
import io.sluice.manager.border.MachineAddresses;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.provider.endpoints.ShadowEndpointSliceController;
import io.sluice.manager.provider.enforce.Ledger;
import io.sluice.manager.provider.enforce.PodEnforcer;
import io.sluice.manager.provider.enforce.SignsOfLife;
import io.sluice.manager.provider.guard.GuardController;
import io.sluice.manager.provider.metrics.MetricsApi;
import io.sluice.manager.provider.metrics.TenantPods;
import io.sluice.manager.provider.namespaces.NamespaceMapController;
import io.sluice.manager.provider.sharing.SharingController;
import io.sluice.manager.provider.sharing.SharingSettings;
import io.sluice.manager.provider.tenancy.ProviderSettings;
import io.sluice.manager.provider.tenancy.Tenancy;
import io.sluice.translate.share.Lending;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The side that lends: its tenants, what is free for them, their namespaces, what they run there.
 */
record ProviderSide(Api api, ManagerOptions options, Events events, Clock clock) {

  List<Controller> controllers(Site site, TenantNamespaces namespaces) {
    Lending lending = new Lending(options.sharingPercentage(), false, false);
    List<Controller> all = new ArrayList<>();
    PodEnforcer enforcer = enforcer(namespaces);
    if (site.metricsApi()) {
      TenantPods pods = new TenantPods(api);
      enforcer.tell(pods);
      all.add(metrics(pods)); // closed last: while it is announced, it answers
    }
    Collections.addAll(
        all,
        new Tenancy(api, settings(site), namespaces, clock),
        new GuardController(api, options.clusterId()),
        new NamespaceMapController(api, events, options.clusterId(), options.namespace()),
        enforcer,
        new ShadowEndpointSliceController(api, events, false),
        new SharingController(
            api,
            events,
            clock,
            options.namespace(),
            SharingSettings.lending(lending).plugged(options.resourcePlugin())));
    return all;
  }

  private PodEnforcer enforcer(TenantNamespaces namespaces) {
    return new PodEnforcer(
        api,
        changed -> new Ledger(api, options.clusterId(), options.resourceEnforcement(), changed),
        heard -> new SignsOfLife(api, namespaces, System::nanoTime, heard),
        clock);
  }

  private Controller metrics(TenantPods pods) {
    return new MetricsApi(
        api,
        options.namespace(),
        pods,
        // Endpoints of Services may not be on the loopback.
        () ->
            MachineAddresses.towards(api.endpoint().server())
                .filter(it -> !it.startsWith("127.") && !it.equals("::1")),
        clock);
  }

  private ProviderSettings settings(Site site) {
    return new ProviderSettings(
        options.clusterId(),
        site.apiServer(),
        site.ca(),
        ProviderSettings.Lives.DEFAULT,
        LimitsEnforcement.NONE); // pods need not say what they want; what they say is counted
  }
}
