package io.sluice.cli;

import io.sluice.api.vocab.Names;
import io.sluice.cli.install.Installer;
import io.sluice.cli.install.Manifests;
import io.sluice.cli.install.Wishes;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.manager.border.Patience;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Puts into a cluster what the manager needs, and nothing that runs. */
@Command(
    name = "install",
    description = {
      "Install Sluice in a cluster: kinds, roles, policies, flow control, its name.",
      "No image is published yet: the manager itself is started with `sluice manager`."
    })
final class InstallCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;
  @Spec private CommandSpec spec;

  @Option(
      names = "--cluster-id",
      required = true,
      description = "name of this cluster to its peers; it can't be changed later")
  private String clusterId;

  @Option(
      names = {"-n", "--namespace"},
      defaultValue = Names.SYSTEM_NAMESPACE,
      description = "namespace of Sluice (default: ${DEFAULT-VALUE})")
  private String namespace;

  @Option(
      names = "--sharing-percentage",
      description = "share of what is free that is lent, 0 to 100")
  private @Nullable Integer sharingPercentage;

  @Option(
      names = "--cluster-labels",
      split = ",",
      paramLabel = "KEY=VALUE",
      description = "labels that virtual nodes of this cluster get at its consumers")
  private Map<String, String> clusterLabels = Map.of();

  @Option(
      names = "--adopt",
      description = "take over kinds of the same names that somebody else installed")
  private boolean adopt;

  @Option(names = "--dry-run", description = "print the manifests as YAML, change nothing")
  private boolean dryRun;

  @Option(
      names = "--timeout",
      defaultValue = "2m",
      description = "how long it may take (default: ${DEFAULT-VALUE})")
  private Duration timeout;

  @Override
  public Integer call() {
    Wishes wishes =
        new Wishes(clusterId, namespace, Version.number(), sharingPercentage, clusterLabels);
    PrintWriter out = spec.commandLine().getOut();
    if (dryRun) {
      out.print(Text.yaml(Manifests.of(wishes)));
      out.flush();
      return Main.OK;
    }
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (Target target = cluster.open()) {
      new Installer(target, Patience.inAll(timeout), progress).install(wishes, adopt);
    }
    progress.step("installed; start the manager with: sluice manager --kubeconfig ...");
    return Main.OK;
  }
}
