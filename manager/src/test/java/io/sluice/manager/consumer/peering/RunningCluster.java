package io.sluice.manager.consumer.peering;

import io.sluice.api.vocab.Names;
import io.sluice.manager.Side;
import io.sluice.manager.TestClock;
import io.sluice.manager.border.Patience;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.provider.tenancy.ProviderSettings;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import io.sluice.manager.provider.tenancy.Tenancy;
import io.sluice.testbed.Cluster;
import java.time.Duration;

/** A cluster whose manager plays both roles, under the rights of the table. */
final class RunningCluster implements AutoCloseable {
  private static final Patience PATIENCE = Patience.each(Duration.ofSeconds(30));

  final Side side;
  final TestClock clock = new TestClock();
  private final TenantNamespaces namespaces;
  private final Tenancy tenancy;
  private final Peers peers;

  RunningCluster(Cluster cluster, String id) {
    this.side = new Side(cluster, id);
    this.namespaces = new TenantNamespaces(side.manager());
    this.tenancy =
        new Tenancy(
            side.manager(), side.settings(ProviderSettings.Lives.DEFAULT), namespaces, clock);
    ConsumerSettings settings =
        new ConsumerSettings(
            id, Names.SYSTEM_NAMESPACE, Duration.ofSeconds(1), Duration.ofSeconds(2));
    this.peers = new Peers(side.manager(), settings, namespaces, clock);
    namespaces.start();
    tenancy.start();
    peers.start();
  }

  ProviderSteps asProvider() {
    return new ProviderSteps(side.admin(), PATIENCE, clock);
  }

  ConsumerSteps asConsumer() {
    return new ConsumerSteps(side.admin(), PATIENCE);
  }

  @Override
  public void close() {
    peers.close();
    tenancy.close();
    namespaces.close();
    side.close();
  }
}
