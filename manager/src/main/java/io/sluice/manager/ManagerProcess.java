package io.sluice.manager;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.lead.Elector;
import io.sluice.engine.metrics.Gauge;
import io.sluice.engine.metrics.Measured;
import io.sluice.engine.run.Controller;
import io.sluice.engine.run.Leadership;
import io.sluice.engine.time.WallClock;
import io.sluice.manager.border.MachineAddresses;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.consumer.virtualnodes.HomeIdentity;
import io.sluice.manager.consumer.virtualnodes.LocalKubelets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One cluster's manager: both sides of it, while this process leads. */
public final class ManagerProcess implements AutoCloseable {
  private static final String LEASE = "sluice-manager";

  private final Leadership leadership;
  private final Optional<LocalKubelets> kubelets;
  private final String cluster;
  private Gauge.@Nullable Following leading;

  public ManagerProcess(Api api, ManagerOptions options, Site site) {
    this.kubelets = local(api, site.kubelets());
    this.cluster = options.clusterId();
    this.leadership =
        new Leadership(
            api,
            new Ref(options.namespace(), LEASE),
            options.identity(),
            Elector.Timing.DEFAULT,
            () -> controllers(api.writingWhile(this::leads), options, site, kubelets));
  }

  private static Optional<LocalKubelets> local(Api api, Kubelets kubelets) {
    return switch (kubelets) {
      case Kubelets.Deployed _ -> Optional.empty();
      case Kubelets.Local(var command, var folder, var server) ->
          Optional.of(
              new LocalKubelets(
                  command,
                  folder,
                  new HomeIdentity(api, server, WallClock.ours()),
                  () -> MachineAddresses.towards(server)));
    };
  }

  private static List<Controller> controllers(
      Api api, ManagerOptions options, Site site, Optional<LocalKubelets> kubelets) {
    Clock clock = WallClock.ours();
    Events events = new Events(api, "sluice-manager", options.identity(), clock);
    TenantNamespaces namespaces = new TenantNamespaces(api);
    List<Controller> all = new ArrayList<>();
    all.addAll(new ProviderSide(api, options, events, clock).controllers(site, namespaces));
    all.addAll(new ConsumerSide(api, options, events, clock).controllers(kubelets, namespaces));
    all.add(namespaces); // started last: the others listen to it
    return all;
  }

  public void start() {
    leading = Measured.LEADS.follow(() -> leads() ? 1 : 0, cluster);
    leadership.start();
  }

  public boolean leads() {
    return leadership.leads();
  }

  @Override
  public void close() {
    Gauge.Following told = leading;
    if (told != null) {
      told.close();
    }
    leadership.close();
    kubelets.ifPresent(LocalKubelets::close);
  }
}
