package io.sluice.cli;

import io.sluice.cli.install.Installer;
import io.sluice.cli.install.Manifests;
import io.sluice.cli.install.Wishes;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Puts Sluice into a cluster. */
@Command(
    name = "install",
    description = {
      "Install Sluice in a cluster: kinds, roles, policies, flow control, its name, its manager.",
      "Without --image nothing runs there: the manager is started with `sluice manager`."
    })
final class InstallCommand implements Callable<Integer> {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "0.0.0.0", "[::1]");

  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Home home;
  @Mixin private Flags.Limit limit;
  @Mixin private Flags.DryRun dryRun;
  @Spec private CommandSpec spec;

  @Option(
      names = "--cluster-id",
      required = true,
      description = "name of this cluster to its peers; it can't be changed later")
  private String clusterId;

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
      names = "--image",
      description = "image of Sluice: the manager and the kubelets run in the cluster")
  private @Nullable String image;

  @Option(
      names = "--api-server-url",
      paramLabel = "URL",
      description =
          "with --image: address of this cluster's API server as peers reach it (default: the one"
              + " in the kubeconfig)")
  private @Nullable URI apiServer;

  @Option(
      names = "--profile",
      defaultValue = "STANDARD",
      description =
          "HARDENED lends to restricted pods only, without streams and node ports, and lets only"
              + " Secrets and ConfigMaps leave that something names (default: ${DEFAULT-VALUE})")
  private Wishes.Profile profile;

  @Option(
      names = "--adopt",
      description = "take over kinds of the same names that somebody else installed")
  private boolean adopt;

  @Override
  public Integer call() {
    Wishes wishes =
        new Wishes(
            clusterId,
            home.namespace(),
            Version.number(),
            new Wishes.Lending(sharingPercentage, clusterLabels, profile),
            running());
    PrintWriter out = spec.commandLine().getOut();
    if (dryRun.isWanted()) {
      out.print(Text.yaml(Manifests.of(wishes)));
      out.flush();
      return Main.OK;
    }
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (Target target = cluster.open()) {
      new Installer(target, limit.patience(), progress).install(wishes, adopt);
    }
    progress.step(
        image == null
            ? "installed; start the manager with: sluice manager --kubeconfig ..."
            : "installed, its manager runs");
    return Main.OK;
  }

  private Wishes.@Nullable Running running() {
    if (image == null) {
      if (apiServer != null) {
        throw Trouble.usage(
            "--api-server-url is for a manager in the cluster",
            "give --image too, or leave it out");
      }
      return null;
    }
    URI address = apiServer == null ? cluster.endpoint().server() : apiServer;
    if (LOOPBACK.contains(String.valueOf(address.getHost()))) {
      throw Trouble.usage(
          "peers can't reach the API server at %s".formatted(address),
          "give the address that they see with --api-server-url");
    }
    return new Wishes.Running(image, address.toString());
  }
}
