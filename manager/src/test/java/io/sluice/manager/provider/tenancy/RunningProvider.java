package io.sluice.manager.provider.tenancy;

import io.sluice.manager.Side;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.testbed.Cluster;
import java.time.Clock;

/** A provider whose manager runs, under the rights of the table. */
final class RunningProvider implements AutoCloseable {
  private final Side side;
  private final TenantNamespaces namespaces;
  private final Tenancy tenancy;

  RunningProvider(Cluster cluster, ProviderSettings.Lives lives, Clock clock) {
    this.side = new Side(cluster, "away");
    this.namespaces = new TenantNamespaces(side.manager());
    this.tenancy = new Tenancy(side.manager(), side.settings(lives), namespaces, clock);
    namespaces.start();
    tenancy.start();
  }

  static RunningProvider on(Cluster cluster) {
    return new RunningProvider(cluster, ProviderSettings.Lives.DEFAULT, Clock.systemUTC());
  }

  Side side() {
    return side;
  }

  @Override
  public void close() {
    tenancy.close();
    namespaces.close();
    side.close();
  }
}
