package io.sluice.cli;

import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Rights;
import io.sluice.cli.shell.Target;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.Patience;
import io.sluice.manager.border.PeeringNamespaces;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.consumer.peering.ConsumerSteps;
import io.sluice.manager.consumer.peering.Peering;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes the local cluster a consumer of the remote one (§1.1, automatic). */
@Command(
    name = "peer",
    description = "Peer with a remote cluster: the local one borrows, the remote one lends.")
final class PeerCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Home home;
  @Mixin private Flags.Limit limit;
  @Mixin private Flags.DryRun dryRun;
  @Mixin private Amounts amounts;
  @Mixin private RemoteAccess remote;
  @Spec private CommandSpec spec;

  @Option(
      names = "--create-resource-slice",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "ask for resources (default: ${DEFAULT-VALUE})")
  private boolean createSlice;

  @Option(
      names = "--create-virtual-node",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "make a node of what is granted (default: ${DEFAULT-VALUE})")
  private boolean createNode;

  @Override
  public Integer call() {
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (Peers peers = Peers.open(cluster, remote, home.namespace())) {
      Rights.toPeer(
          side(peers.local(), peers.pair().provider()),
          side(peers.remote(), peers.pair().consumer()));
      if (dryRun.isWanted()) {
        print(peers.pair());
        return Main.OK;
      }
      Patience patience = limit.patience();
      ConsumerSteps here = new ConsumerSteps(peers.local().api(), patience);
      ProviderSteps away = new ProviderSteps(peers.remote().api(), patience, Clock.systemUTC());
      Peering peering = new Peering(peers.pair(), here, away, progress::step);
      peering.join();
      peering.reach();
      if (createSlice) {
        borrow(peers, here, patience, progress);
      }
      progress.step(
          "%s borrows from %s".formatted(peers.pair().consumer(), peers.pair().provider()));
    }
    return Main.OK;
  }

  private static Rights.Side side(Target target, String peer) {
    return new Rights.Side(
        target, target.ask(() -> PeeringNamespaces.find(target.api(), peer)).orElse(""));
  }

  private void borrow(Peers peers, ConsumerSteps home, Patience patience, Progress progress) {
    String provider = peers.pair().provider();
    progress.step(peers.pair().consumer() + ": resources are asked for");
    Ref ref = Ref.of(home.ask(provider, provider, amounts.all(), createNode));
    Verdicts.awaited(peers.local(), ref, patience, progress);
  }

  private void print(Peering.Pair pair) {
    PrintWriter out = spec.commandLine().getOut();
    String here = Names.TENANT_NAMESPACE_PREFIX + pair.provider();
    String there = Names.TENANT_NAMESPACE_PREFIX + pair.consumer();
    Text.documents(
        out,
        "in " + pair.provider(),
        List.of(
            TenantNamespaces.make(pair.consumer()),
            ProviderSteps.challengeFor(new Ref(there, Names.NONCE_SECRET), pair.consumer())));
    out.println("# then a Tenant, made of what the manager of " + pair.consumer() + " answers");
    Text.documents(
        out,
        "in " + pair.consumer(),
        createSlice
            ? List.of(
                TenantNamespaces.make(pair.provider()),
                ConsumerSteps.slice(new Ref(here, pair.provider()), pair.provider(), amounts.all()))
            : List.of(TenantNamespaces.make(pair.provider())));
    out.println("# and an Identity, made of what the manager of " + pair.provider() + " issues");
    out.flush();
  }
}
