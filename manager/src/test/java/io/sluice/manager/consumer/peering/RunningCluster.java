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
import java.net.URI;
import java.time.Duration;

/** A cluster whose manager plays both roles, under the rights of the table. */
final class RunningCluster implements AutoCloseable {
  private static final Patience PATIENCE = Patience.each(Duration.ofSeconds(30));

  final Side side;
  final TestClock clock = new TestClock();
  private final TenantNamespaces namespaces;
  private final ProviderSettings.Lives lives;
  private Tenancy tenancy;
  private final Peers peers;

  RunningCluster(Cluster cluster, String id) {
    this(cluster, id, ProviderSettings.Lives.DEFAULT);
  }

  RunningCluster(Cluster cluster, String id, ProviderSettings.Lives lives) {
    this.lives = lives;
    this.side = new Side(cluster, id);
    this.namespaces = new TenantNamespaces(side.manager());
    this.tenancy = tenancy(side.settings(lives).apiServer());
    ConsumerSettings settings =
        new ConsumerSettings(
            id, Names.SYSTEM_NAMESPACE, Duration.ofSeconds(1), Duration.ofSeconds(2));
    this.peers = new Peers(side.manager(), settings, namespaces, clock);
    namespaces.start();
    tenancy.start();
    peers.start();
  }

  private Tenancy tenancy(URI server) {
    ProviderSettings usual = side.settings(lives);
    ProviderSettings settings =
        new ProviderSettings(
            usual.clusterId(), server, usual.ca(), usual.lives(), usual.enforcement());
    return new Tenancy(side.manager(), settings, namespaces, clock);
  }

  /** From now on its tenants are told to come here. */
  void moveTo(URI server) {
    tenancy.close();
    tenancy = tenancy(server);
    tenancy.start();
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
