package io.sluice.cli;

import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.Patience;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes extended namespaces back (§5.3). */
@Command(
    name = "namespace",
    aliases = {"ns", "namespaces"},
    description = "End the extension of namespaces: what runs elsewhere in them is deleted there.")
final class UnoffloadNamespaceCommand implements Callable<Integer> {
  private static final Kind<NamespaceOffloading> KIND = Kind.of(NamespaceOffloading.class);

  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Limit limit;
  @Mixin private Flags.DryRun dryRun;
  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "NAMESPACE", description = "namespaces to take back")
  private List<String> namespaces;

  @Override
  public Integer call() {
    Progress progress = Progress.on(spec.commandLine().getErr());
    Patience patience = limit.patience();
    try (Target target = cluster.open()) {
      for (String namespace : namespaces) {
        Ref ref = new Ref(namespace, Names.NAMESPACE_OFFLOADING);
        Optional<NamespaceOffloading> there = target.ask(() -> target.api().find(KIND, ref));
        if (there.isEmpty()) {
          progress.step("namespace " + namespace + " is not extended");
        } else if (dryRun.isWanted()) {
          dryRun.printDeleted(spec.commandLine().getOut(), "the consumer", List.of(there.get()));
        } else {
          progress.step("taking namespace " + namespace + " back");
          String uid = there.get().getMetadata().getUid();
          target.ask(() -> Optional.ofNullable(target.api().delete(KIND, ref, uid, null)));
          patience.untilGone(target.api(), KIND, ref);
        }
      }
    }
    progress.step(dryRun.isWanted() ? "nothing was changed" : "done");
    return Main.OK;
  }
}
