package io.sluice.cli;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Json;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What a provider does about one of its tenants (SL-4). */
final class TenantCommands {
  private TenantCommands() {}

  /** One change of a tenant's standing. */
  abstract static class Standing implements Callable<Integer> {
    private final TenantCondition wanted;
    private final Set<TenantCondition> from;

    @Mixin private ClusterAccess cluster;
    @Mixin private Flags.Limit limit;
    @Mixin private Flags.DryRun dryRun;
    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "tenant", description = "the word tenant")
    private String word;

    @Parameters(index = "1", paramLabel = "CLUSTER-ID", description = "the tenant")
    private String tenant;

    Standing(TenantCondition wanted, Set<TenantCondition> from) {
      this.wanted = wanted;
      this.from = from;
    }

    @Override
    public Integer call() {
      if (!word.equals("tenant")) {
        throw Trouble.usage(
            "only tenants can be treated so, not '%s'".formatted(word),
            "write: sluice %s tenant CLUSTER-ID".formatted(spec.name()));
      }
      try (Target target = cluster.open()) {
        ProviderSteps steps = new ProviderSteps(target.api(), limit.patience(), Clock.systemUTC());
        TenantCondition now = target.ask(() -> standing(steps));
        if (now != wanted && !from.contains(now)) {
          throw Trouble.error(
              "tenant %s is %s".formatted(tenant, Text.word(now)),
              "see: sluice activate tenant " + tenant);
        }
        if (dryRun.isWanted()) {
          dryRun.print(spec.commandLine().getOut(), "to be merged here", List.of(manifest(steps)));
          return Main.OK;
        }
        if (now != wanted) {
          steps.stand(tenant, wanted);
        }
      }
      Progress.on(spec.commandLine().getErr())
          .step("tenant %s is %s".formatted(tenant, Text.word(wanted)));
      return Main.OK;
    }

    private HasMetadata manifest(ProviderSteps steps) {
      GenericKubernetesResource changed =
          Json.convert(Text.nameOf(found(steps)), GenericKubernetesResource.class);
      changed.setAdditionalProperty("spec", Map.of("tenantCondition", wanted));
      return changed;
    }

    private TenantCondition standing(ProviderSteps steps) {
      @Nullable TenantCondition said = found(steps).getSpec().tenantCondition();
      return said == null ? TenantCondition.ACTIVE : said;
    }

    private Tenant found(ProviderSteps steps) {
      return steps
          .tenant(tenant)
          .orElseThrow(
              () ->
                  Trouble.error(
                      "%s is not a tenant of this cluster".formatted(tenant),
                      "`sluice status` lists the peers"));
    }
  }

  /** What it has stays, nothing new is granted. */
  @Command(name = "cordon", description = "Grant a tenant nothing new; what it has stays.")
  static final class Cordon extends Standing {
    Cordon() {
      super(TenantCondition.CORDONED, Set.of(TenantCondition.ACTIVE));
    }
  }

  /** The way back from a cordon. */
  @Command(name = "uncordon", description = "Grant to a cordoned tenant again.")
  static final class Uncordon extends Standing {
    Uncordon() {
      super(TenantCondition.ACTIVE, Set.of(TenantCondition.CORDONED));
    }
  }

  /** Everything that it has here is deleted. */
  @Command(name = "drain", description = "Delete everything that a tenant runs here.")
  static final class Drain extends Standing {
    Drain() {
      super(TenantCondition.DRAINED, Set.of(TenantCondition.ACTIVE, TenantCondition.CORDONED));
    }
  }

  /** The way back from everything. */
  @Command(name = "activate", description = "Make a cordoned or drained tenant active again.")
  static final class Activate extends Standing {
    Activate() {
      super(TenantCondition.ACTIVE, Set.of(TenantCondition.CORDONED, TenantCondition.DRAINED));
    }
  }
}
