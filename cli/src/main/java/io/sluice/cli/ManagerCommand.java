package io.sluice.cli;

import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.run.Until;
import io.sluice.manager.ManagerOptions;
import io.sluice.manager.ManagerProcess;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the manager of one cluster. */
@Command(name = "manager", description = "Run the manager of this cluster (a long-running role).")
final class ManagerCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;

  @Option(
      names = "--cluster-id",
      required = true,
      description = "name of this cluster to its peers")
  private String clusterId;

  @Option(
      names = "--namespace",
      defaultValue = Names.SYSTEM_NAMESPACE,
      description = "namespace of Sluice (default: ${DEFAULT-VALUE})")
  private String namespace;

  @Option(
      names = "--sharing-percentage",
      defaultValue = "90",
      description = "share of what is free that is lent, 0 to 100 (default: ${DEFAULT-VALUE})")
  private int sharingPercentage;

  @Option(
      names = "--enable-resource-enforcement",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "refuse pods beyond a slice's quota (default: ${DEFAULT-VALUE})")
  private boolean resourceEnforcement;

  @Override
  public Integer call() throws Exception {
    String identity = System.getenv().getOrDefault("POD_NAME", "manager-" + UUID.randomUUID());
    ManagerOptions options =
        new ManagerOptions(clusterId, namespace, identity, sharingPercentage, resourceEnforcement);
    Api api = cluster.connect("sluice-manager");
    ManagerProcess manager = new ManagerProcess(api, options);
    manager.start();
    Until.stopped(manager);
    return Main.OK;
  }
}
