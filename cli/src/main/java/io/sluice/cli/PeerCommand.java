package io.sluice.cli;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Rights;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.Patience;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.consumer.peering.ConsumerSteps;
import io.sluice.manager.consumer.peering.Peering;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import io.sluice.translate.tenant.SliceRules;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
  @Mixin private RemoteAccess remote;
  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "--namespace"},
      defaultValue = Names.SYSTEM_NAMESPACE,
      description = "namespace of Sluice in both clusters (default: ${DEFAULT-VALUE})")
  private String namespace;

  @Option(names = "--cpu", description = "CPUs to ask for; default: what the provider gives")
  private @Nullable Quantity cpu;

  @Option(names = "--memory", description = "memory to ask for")
  private @Nullable Quantity memory;

  @Option(names = "--pods", description = "number of pods to ask for")
  private @Nullable Quantity pods;

  @Option(
      names = "--resource",
      paramLabel = "NAME=QUANTITY",
      description = "any other resource to ask for, repeatable")
  private Map<String, Quantity> others = Map.of();

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

  @Option(names = "--dry-run", description = "print the manifests as YAML, change nothing")
  private boolean dryRun;

  @Option(
      names = "--timeout",
      defaultValue = "2m",
      description = "how long it may take (default: ${DEFAULT-VALUE})")
  private Duration timeout;

  @Override
  public Integer call() {
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (Peers peers = Peers.open(cluster, remote, namespace)) {
      Rights.toPeer(peers.local(), peers.remote());
      if (dryRun) {
        print(peers.pair());
        return Main.OK;
      }
      Patience patience = Patience.inAll(timeout);
      ConsumerSteps home = new ConsumerSteps(peers.local().api(), patience);
      ProviderSteps away = new ProviderSteps(peers.remote().api(), patience, Clock.systemUTC());
      new Peering(peers.pair(), home, away, progress::step).join();
      if (createSlice) {
        borrow(peers, home, patience, progress);
      }
      progress.step(
          "%s borrows from %s".formatted(peers.pair().consumer(), peers.pair().provider()));
    }
    return Main.OK;
  }

  private void borrow(Peers peers, ConsumerSteps home, Patience patience, Progress progress) {
    String provider = peers.pair().provider();
    progress.step(peers.pair().consumer() + ": resources are asked for");
    Ref ref = Ref.of(home.ask(provider, provider, wanted(), createNode));
    progress.step(provider + ": verdict on the credentials of the slice");
    granted(peers, patience, ref, SliceConditionType.AUTHENTICATION);
    progress.step(provider + ": verdict on the resources");
    ResourceSlice slice = granted(peers, patience, ref, SliceConditionType.RESOURCES);
    progress.step("granted: " + Text.quantities(slice.getStatus().resources()));
  }

  /** Waits for the provider's word on one part of a slice. */
  private static ResourceSlice granted(
      Peers peers, Patience patience, Ref ref, SliceConditionType type) {
    return patience.until(
        "the provider to decide on ResourceSlice " + ref,
        () -> {
          ResourceSlice slice = peers.local().api().get(Kind.of(ResourceSlice.class), ref);
          Optional<SliceCondition> word = SliceRules.condition(slice, type);
          if (word.filter(said -> said.status() == SliceVerdict.DENIED).isPresent()) {
            throw Trouble.error(
                "the provider denies: %s (%s)".formatted(word.get().message(), word.get().reason()),
                "talk to the provider, or ask for less, then run the command again");
          }
          return SliceRules.isAccepted(slice, type) ? Optional.of(slice) : Optional.empty();
        });
  }

  private Map<String, Quantity> wanted() {
    Map<String, Quantity> all = new LinkedHashMap<>(others);
    Text.put(all, "cpu", cpu);
    Text.put(all, "memory", memory);
    Text.put(all, "pods", pods);
    return all;
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
                ConsumerSteps.slice(new Ref(here, pair.provider()), pair.provider(), wanted()))
            : List.of(TenantNamespaces.make(pair.provider())));
    out.println("# and an Identity, made of what the manager of " + pair.provider() + " issues");
    out.flush();
  }
}
