package io.sluice.cli;

import io.sluice.api.core.ForeignCluster;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.Patience;
import io.sluice.manager.consumer.peering.ConsumerSteps;
import io.sluice.manager.consumer.peering.Peering;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The way back (§1.7); one-sided where the other cluster is lost. */
@Command(
    name = "unpeer",
    description = "End a peering: give back what was borrowed, forget the credentials.")
final class UnpeerCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Home home;
  @Mixin private Flags.Limit limit;
  @Mixin private RemoteAccess remote;
  @Spec private CommandSpec spec;

  @Option(
      names = "--force",
      paramLabel = "CLUSTER-ID",
      description = "give up this provider without asking it: it is lost, what it has stays there")
  private @Nullable String lost;

  @Override
  public Integer call() {
    Progress progress = Progress.on(spec.commandLine().getErr());
    Patience patience = limit.patience();
    if (lost != null) {
      giveUp(lost, patience, progress);
      return Main.OK;
    }
    try (Peers peers = Peers.open(cluster, remote, home.namespace())) {
      new Peering(
              peers.pair(),
              new ConsumerSteps(peers.local().api(), patience),
              new ProviderSteps(peers.remote().api(), patience, Clock.systemUTC()),
              progress::step)
          .part();
      progress.step(
          "%s borrows nothing from %s any more"
              .formatted(peers.pair().consumer(), peers.pair().provider()));
    }
    return Main.OK;
  }

  private void giveUp(String provider, Patience patience, Progress progress) {
    if (remote.isGiven()) {
      throw Trouble.usage(
          "--force ends a peering from one side, yet a remote cluster is given",
          "leave out --force, or --remote-kubeconfig and --remote-context");
    }
    Kind<ForeignCluster> peersKind = Kind.of(ForeignCluster.class);
    Ref ref = Ref.cluster(provider);
    try (Target local = cluster.open()) {
      String own = local.installation(home.namespace()).clusterId();
      if (local.ask(() -> local.api().find(peersKind, ref)).isEmpty()) {
        throw Trouble.error(
            "%s is not a peer of %s".formatted(provider, own), "`sluice status` lists the peers");
      }
      progress.step(own + ": " + provider + " is given up");
      Map<String, Object> mark =
          Map.of(
              "metadata",
              Map.of("annotations", Map.of(Annotations.PERMANENTLY_UNREACHABLE, Labels.TRUE)));
      local.ask(() -> local.api().patch(peersKind, ref, Patch.merge(mark)));
      ConsumerSteps steps = new ConsumerSteps(local.api(), patience);
      steps.giveBack(provider);
      steps.forget(provider);
      progress.warn(
          "left behind in %s, should it come back: Tenant %s and what lies in its namespace %s%s"
              .formatted(provider, own, Names.TENANT_NAMESPACE_PREFIX, own));
    }
  }
}
