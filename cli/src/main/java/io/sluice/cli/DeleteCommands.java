package io.sluice.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Labels;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives one thing back, while the peering stays. */
@Command(
    name = "delete",
    description = "Give resources back, or empty and remove a virtual node.",
    subcommands = {DeleteCommands.Slice.class, DeleteCommands.Node.class})
final class DeleteCommands implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "what to delete is not said");
  }

  /** One object by its name, wherever it lies: names of nodes are unique. */
  abstract static class One<T extends HasMetadata> implements Callable<Integer> {
    private final Kind<T> kind;

    @Mixin private ClusterAccess cluster;
    @Mixin private Flags.Limit limit;
    @Mixin private Flags.DryRun dryRun;
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "its name")
    private String name;

    One(Class<T> type) {
      this.kind = Kind.of(type);
    }

    Scope scope() {
      return Scope.ALL;
    }

    @Override
    public Integer call() {
      Progress progress = Progress.on(spec.commandLine().getErr());
      try (Target target = cluster.open()) {
        List<T> found =
            target.ask(() -> target.api().list(kind, scope())).stream()
                .filter(each -> each.getMetadata().getName().equals(name))
                .toList();
        if (found.size() > 1) {
          throw Trouble.error(
              "there are %d %s called %s".formatted(found.size(), kind.plural(), name),
              "delete the one that is meant with kubectl, in its namespace");
        }
        if (dryRun.isWanted()) {
          dryRun.printDeleted(spec.commandLine().getOut(), "the consumer", found);
          return Main.OK;
        }
        found.forEach(each -> delete(target, each, progress));
        progress.step(found.isEmpty() ? name + " is not there" : name + " is gone");
      }
      return Main.OK;
    }

    private void delete(Target target, T object, Progress progress) {
      progress.step("deleting " + Ref.of(object));
      String uid = object.getMetadata().getUid();
      target.ask(() -> Optional.ofNullable(target.api().delete(kind, Ref.of(object), uid, null)));
      limit.patience().untilGone(target.api(), kind, Ref.of(object));
    }
  }

  /** What was granted for it goes back, and its virtual node goes. */
  @Command(
      name = "resourceslice",
      aliases = "rs",
      description = "Give back what a provider granted; pods there are moved away first.")
  static final class Slice extends One<ResourceSlice> {
    Slice() {
      super(ResourceSlice.class);
    }

    @Override
    Scope scope() {
      return Scope.ALL.labels(Labels.REPLICATION + "=" + Labels.TRUE);
    }
  }

  /** The node is emptied first. */
  @Command(
      name = "virtualnode",
      aliases = "vn",
      description = "Empty a virtual node and remove it.")
  static final class Node extends One<VirtualNode> {
    Node() {
      super(VirtualNode.class);
    }
  }
}
