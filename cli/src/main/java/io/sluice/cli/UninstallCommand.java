package io.sluice.cli;

import io.sluice.cli.install.Uninstaller;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Takes Sluice out of a cluster again. */
@Command(
    name = "uninstall",
    description = "Take out of a cluster what `sluice install` and the manager put there.")
final class UninstallCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Limit limit;
  @Mixin private Flags.DryRun dryRun;
  @Spec private CommandSpec spec;

  @Option(
      names = "--purge",
      description = "delete the kinds of Sluice too, and with them every object of these kinds")
  private boolean purge;

  @Override
  public Integer call() {
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (Target target = cluster.open()) {
      Uninstaller uninstaller = new Uninstaller(target, limit.patience(), progress);
      if (dryRun.isWanted()) {
        dryRun.printDeleted(
            spec.commandLine().getOut(), "this cluster", uninstaller.toDelete(purge));
        return Main.OK;
      }
      uninstaller.uninstall(purge);
    }
    progress.step(purge ? "nothing is left" : "the kinds are left; --purge deletes them too");
    return Main.OK;
  }
}
