package io.sluice.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.offloading.NamespaceMap;
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
import java.io.PrintWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
  private static final Kind<ForeignCluster> PEERS = Kind.of(ForeignCluster.class);
  private static final Map<String, Object> LOST =
      Map.of(
          "metadata",
          Map.of("annotations", Map.of(Annotations.PERMANENTLY_UNREACHABLE, Labels.TRUE)));

  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Home home;
  @Mixin private Flags.Limit limit;
  @Mixin private Flags.DryRun dryRun;
  @Mixin private RemoteAccess remote;
  @Spec private CommandSpec spec;

  @Option(
      names = "--force",
      paramLabel = "CLUSTER-ID",
      description = "give up this cluster without asking it: it is lost, what it has stays there")
  private @Nullable String lost;

  @Option(
      names = "--delete-namespaces",
      description = "remove the tenant namespaces too, unless a peering the other way needs them")
  private boolean deleteNamespaces;

  @Override
  public Integer call() {
    Progress progress = Progress.on(spec.commandLine().getErr());
    if (lost != null) {
      giveUp(lost, progress);
      return Main.OK;
    }
    try (Peers peers = Peers.open(cluster, remote, home.namespace())) {
      Patience patience = limit.patience();
      ConsumerSteps here = new ConsumerSteps(peers.local().api(), patience);
      ProviderSteps away = new ProviderSteps(peers.remote().api(), patience, Clock.systemUTC());
      Peering.Pair pair = peers.pair();
      if (dryRun.isWanted()) {
        PrintWriter out = spec.commandLine().getOut();
        dryRun.printDeleted(out, pair.consumer(), here.toGiveBack(pair.provider()));
        dryRun.printDeleted(out, pair.provider(), away.toDismiss(pair.consumer()));
        return Main.OK;
      }
      Peering peering = new Peering(pair, here, away, progress::step);
      peering.part();
      if (deleteNamespaces) {
        forget(peers.remote(), pair.consumer(), peering.removeNamespaces(), progress);
      }
      progress.step(
          "%s borrows nothing from %s any more".formatted(pair.consumer(), pair.provider()));
    }
    return Main.OK;
  }

  private void giveUp(String peer, Progress progress) {
    if (remote.isGiven()) {
      throw Trouble.usage(
          "--force ends a peering from one side, yet a remote cluster is given",
          "leave out --force, or --remote-kubeconfig and --remote-context");
    }
    try (Target local = cluster.open()) {
      String own = local.installation(home.namespace()).clusterId();
      if (local.ask(() -> local.api().find(PEERS, Ref.cluster(peer))).isEmpty()) {
        throw Trouble.error(
            "%s is not a peer of %s".formatted(peer, own), "`sluice status` lists the peers");
      }
      Patience patience = limit.patience();
      ConsumerSteps borrower = new ConsumerSteps(local.api(), patience);
      ProviderSteps lender = new ProviderSteps(local.api(), patience, Clock.systemUTC());
      List<HasMetadata> borrowed = local.ask(() -> borrower.toGiveBack(peer));
      List<HasMetadata> lent = local.ask(() -> lender.toDismiss(peer));
      if (dryRun.isWanted()) {
        List<HasMetadata> all = Stream.concat(borrowed.stream(), lent.stream()).toList();
        dryRun.printDeleted(spec.commandLine().getOut(), own, all);
        return;
      }
      progress.step(own + ": " + peer + " is given up");
      local.ask(() -> local.api().patch(PEERS, Ref.cluster(peer), Patch.merge(LOST)));
      if (!borrowed.isEmpty()) {
        progress.step(own + ": what was borrowed is given up, credentials are forgotten");
        borrower.giveBack(peer);
        borrower.forget(peer);
      }
      if (!lent.isEmpty()) {
        progress.step(own + ": what was lent is taken back, tenancy ends");
        lender.clear(peer);
        lender.dismiss(peer);
      }
      if (deleteNamespaces) {
        forget(local, peer, lender.leaveNamespace(peer).stream().toList(), progress);
      }
      leftBehind(own, borrowed, lent)
          .forEach(left -> progress.warn("left in " + peer + ": " + left));
      progress.step(
          "should %s come back: `sluice unpeer` with its kubeconfig removes that".formatted(peer));
    }
  }

  /** With the tenant namespace go those who were let in to use it. */
  private void forget(Target lender, String consumer, List<String> stays, Progress progress) {
    stays.forEach(progress::warn);
    if (stays.isEmpty()) {
      PeeringUser.forget(lender, consumer, home.namespace());
    }
  }

  /** What nobody could ask the other cluster to delete. */
  private static List<String> leftBehind(
      String own, List<HasMetadata> borrowed, List<HasMetadata> lent) {
    List<String> all = new ArrayList<>();
    borrowed.stream()
        .filter(NamespaceMap.class::isInstance)
        .map(map -> ((NamespaceMap) map).getSpec().desiredMapping())
        .flatMap(mapping -> mapping.values().stream())
        .sorted()
        .forEach(twin -> all.add("namespace %s and what runs in it".formatted(twin)));
    String namespace = Names.TENANT_NAMESPACE_PREFIX + own;
    if (!borrowed.isEmpty()) {
      all.add("Tenant %s and what lies in its namespace %s".formatted(own, namespace));
    }
    if (!lent.isEmpty()) {
      all.add("its virtual nodes of %s, and the Identity in %s".formatted(own, namespace));
    }
    return all;
  }
}
