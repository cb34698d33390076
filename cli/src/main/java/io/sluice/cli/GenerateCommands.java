package io.sluice.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.Patience;
import io.sluice.manager.consumer.peering.ConsumerSteps;
import io.sluice.manager.consumer.peering.Identities;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Peering by hand: each side prints what the other side applies; nobody holds both keys (§1.1). */
@Command(
    name = "generate",
    description = {
      "Print what the other side of a peering needs, for peering by hand:",
      "  1. provider: sluice generate nonce --remote-cluster-id CONSUMER",
      "  2. consumer: sluice generate tenant --remote-cluster-id PROVIDER --nonce NONCE",
      "  3. provider: kubectl apply of that, then",
      "     sluice generate identity --remote-cluster-id CONSUMER",
      "  4. consumer: kubectl apply of that, then of",
      "     sluice generate resourceslice --remote-cluster-id PROVIDER"
    },
    subcommands = {
      GenerateCommands.Nonce.class,
      GenerateCommands.TenantManifest.class,
      GenerateCommands.IdentityManifest.class,
      GenerateCommands.SliceManifest.class,
      PeeringUser.class
    })
final class GenerateCommands implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "what to generate is not said");
  }

  /** What the four have in common. */
  abstract static class OneSide implements Callable<Integer> {
    @Mixin private ClusterAccess cluster;
    @Mixin private Flags.Home home;
    @Mixin private Flags.Limit limit;
    @Spec private CommandSpec spec;

    @Option(
        names = "--remote-cluster-id",
        required = true,
        description = "ID of the cluster on the other side")
    private String peer;

    @Override
    public Integer call() {
      try (Target target = cluster.open()) {
        String own = target.installation(home.namespace()).clusterId();
        if (own.equals(peer)) {
          throw Trouble.usage(
              "%s is this cluster itself".formatted(peer), "give the ID of the other cluster");
        }
        Here here = new Here(target, own, peer, limit.patience());
        String text = target.ask(() -> print(here));
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
      }
      return Main.OK;
    }

    final String namespace() {
      return home.namespace();
    }

    abstract String print(Here here);
  }

  /** This side of the peering. */
  record Here(Target target, String own, String peer, Patience patience) {
    ConsumerSteps asConsumer() {
      return new ConsumerSteps(target.api(), patience);
    }

    ProviderSteps asProvider() {
      return new ProviderSteps(target.api(), patience, Clock.systemUTC());
    }
  }

  /** The provider's challenge. */
  @Command(name = "nonce", description = "In the provider: print a challenge for a consumer.")
  static final class Nonce extends OneSide {
    @Override
    String print(Here here) {
      byte[] nonce = here.asProvider().challenge(here.peer());
      return new String(nonce, StandardCharsets.US_ASCII) + "\n";
    }
  }

  /** The consumer's answer. */
  @Command(name = "tenant", description = "In the consumer: print the Tenant for the provider.")
  static final class TenantManifest extends OneSide {
    @Option(names = "--nonce", required = true, description = "the provider's challenge")
    private String nonce;

    @Option(
        names = "--remote-tenant-namespace",
        description = "tenant namespace in the provider (default: the usual one)")
    private @Nullable String remoteNamespace;

    @Override
    String print(Here here) {
      byte[] challenge = nonce.strip().getBytes(StandardCharsets.US_ASCII);
      String there =
          remoteNamespace == null ? Names.TENANT_NAMESPACE_PREFIX + here.own() : remoteNamespace;
      return yaml(here.asConsumer().answer(here.peer(), challenge).tenant(there, here.own(), null));
    }
  }

  /** The provider's credentials for the consumer; without its key they are of no use. */
  @Command(name = "identity", description = "In the provider: print the Identity for a consumer.")
  static final class IdentityManifest extends OneSide {
    @Option(
        names = "--remote-tenant-namespace",
        description = "tenant namespace in the consumer (default: the usual one)")
    private @Nullable String remoteNamespace;

    @Override
    String print(Here here) {
      Tenant tenant =
          here.patience()
              .until(
                  "%s to be let in; apply its Tenant first".formatted(here.peer()),
                  () -> here.asProvider().tenant(here.peer()).filter(IdentityManifest::isIssued));
      AuthParams params = Optional.ofNullable(tenant.getStatus().authParams()).orElseThrow();
      String there =
          remoteNamespace == null ? Names.TENANT_NAMESPACE_PREFIX + here.own() : remoteNamespace;
      String namespace = tenant.getMetadata().getNamespace();
      return yaml(Identities.controlPlane(there, here.own(), params, namespace));
    }

    private static boolean isIssued(Tenant tenant) {
      return tenant.getStatus() != null && tenant.getStatus().authParams() != null;
    }
  }

  /** The consumer's request for resources, for its own cluster. */
  @Command(
      name = "resourceslice",
      description = "In the consumer: print a request for resources, to be applied there.")
  static final class SliceManifest extends OneSide {
    @Mixin private Amounts amounts;

    @Override
    String print(Here here) {
      String namespace = here.asConsumer().namespace(here.peer());
      return yaml(ConsumerSteps.slice(new Ref(namespace, here.peer()), here.peer(), amounts.all()));
    }
  }

  private static String yaml(HasMetadata object) {
    return Text.yaml(List.of(object));
  }
}
