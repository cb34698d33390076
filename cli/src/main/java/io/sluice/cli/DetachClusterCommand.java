package io.sluice.cli;

import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Names;
import io.sluice.cli.attach.Attachment;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.kubelet.border.BareNamespaces;
import io.sluice.manager.border.Patience;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The way back from {@code attach-cluster}: nothing is left on either side. */
@Command(
    name = "detach-cluster",
    description = "Give back a cluster that was attached, without a trace on either side.")
final class DetachClusterCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.DryRun dryRun;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "as it was called by attach-cluster")
  private String name;

  @Option(
      names = {"-n", "--namespace"},
      defaultValue = Names.SYSTEM_NAMESPACE,
      description = "namespace of Sluice (default: ${DEFAULT-VALUE})")
  private String namespace;

  @Option(
      names = "--force",
      description = "without asking the remote cluster: it is lost, what it has stays there")
  private boolean force;

  @Option(
      names = "--timeout",
      defaultValue = "2m",
      description = "how long it may take (default: ${DEFAULT-VALUE})")
  private Duration timeout;

  @Override
  public Integer call() {
    Progress progress = Progress.on(spec.commandLine().getErr());
    Patience patience = Patience.inAll(timeout);
    try (Target home = cluster.open()) {
      String id = home.installation(namespace).clusterId();
      Attachment attachment = new Attachment(home.api(), name, patience);
      VirtualNode node =
          home.ask(attachment::find)
              .orElseThrow(
                  () ->
                      Trouble.error(
                          "%s is not attached to %s".formatted(name, id),
                          "`sluice status` lists the virtual nodes; peers end with `unpeer`"));
      List<String> twins = home.ask(attachment::twins);
      if (dryRun.isWanted()) {
        PrintWriter out = spec.commandLine().getOut();
        dryRun.printDeleted(out, id, home.ask(() -> attachment.toRemove(node)));
        String there = force ? "# left behind in " : "# to be deleted in ";
        twins.forEach(twin -> out.println(there + name + ": what is ours in namespace " + twin));
        out.flush();
        return Main.OK;
      }
      String credentials = home.ask(() -> attachment.kubeconfig(node));
      if (force) {
        attachment.giveUp(node);
      }
      progress.step(id + ": node " + name + " is emptied and removed");
      attachment.removeNode(node);
      leave(twins, credentials, new BareNamespaces.Parties(id, name), patience, progress);
      attachment.forget();
      progress.step(name + " is detached");
    }
    return Main.OK;
  }

  private void leave(
      List<String> twins,
      String credentials,
      BareNamespaces.Parties parties,
      Patience patience,
      Progress progress) {
    if (force) {
      progress.warn("left behind in %s: what is ours in %s".formatted(name, twins));
      return;
    }
    try (Target remote =
        new Target(new Api(Endpoint.fromKubeconfig(credentials), "sluice"), "remote")) {
      BareNamespaces namespaces = new BareNamespaces(remote.api(), parties);
      for (String twin : twins) {
        progress.step(name + ": namespace " + twin + " is left");
        patience.until(
            "everything of ours in namespace " + twin + " to go",
            () -> remote.ask(() -> namespaces.leave(twin)) ? Optional.of(true) : Optional.empty());
      }
    }
  }
}
