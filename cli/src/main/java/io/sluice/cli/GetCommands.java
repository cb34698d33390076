package io.sluice.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ResourceQuotaSpec;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodePart;
import io.sluice.api.vocab.Labels;
import io.sluice.cli.shell.Output;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.node.VirtualNodeStates;
import io.sluice.translate.tenant.SliceRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what was asked for and what came of it. */
@Command(
    name = "get",
    description = "Show resource slices or virtual nodes of a consumer.",
    subcommands = {GetCommands.Slices.class, GetCommands.Nodes.class})
final class GetCommands implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "what to get is not said");
  }

  /** Objects of one kind, one line for each. */
  abstract static class Listing<T extends HasMetadata> implements Callable<Integer> {
    private final Kind<T> kind;
    private final List<String> columns;

    @Mixin private ClusterAccess cluster;
    @Mixin private Flags.Answer answer;
    @Mixin private Flags.Format format;
    @Spec private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "only this one")
    private @Nullable String name;

    Listing(Class<T> type, List<String> columns) {
      this.kind = Kind.of(type);
      this.columns = columns;
    }

    @Override
    public Integer call() throws Exception {
      return answer.within(this::list);
    }

    private Integer list() {
      try (Target target = cluster.open()) {
        List<T> found =
            target.ask(() -> target.api().list(kind, scope())).stream()
                .filter(each -> name == null || each.getMetadata().getName().equals(name))
                .toList();
        if (name != null && found.isEmpty()) {
          throw Trouble.error(
              "there is no %s %s".formatted(kind.type().getSimpleName(), name),
              "see what there is: " + spec.qualifiedName());
        }
        List<List<String>> rows = found.stream().map(this::row).toList();
        format.print(
            spec.commandLine().getOut(),
            List.of(new Output.Table(kind.type().getSimpleName(), columns, rows)),
            found);
      }
      return Main.OK;
    }

    Scope scope() {
      return Scope.ALL;
    }

    abstract List<String> row(T object);
  }

  /** What was asked for. */
  @Command(
      name = "resourceslice",
      aliases = {"resourceslices", "rs"},
      description = "Show what this cluster asked its providers for.")
  static final class Slices extends Listing<ResourceSlice> {
    Slices() {
      super(
          ResourceSlice.class,
          List.of("NAME", "NAMESPACE", "PROVIDER", "AUTHENTICATION", "RESOURCES", "GRANTED"));
    }

    @Override
    Scope scope() {
      return Scope.ALL.labels(Labels.REPLICATION + "=" + Labels.TRUE);
    }

    @Override
    List<String> row(ResourceSlice slice) {
      return List.of(
          slice.getMetadata().getName(),
          slice.getMetadata().getNamespace(),
          String.valueOf(slice.getSpec().providerClusterID()),
          verdict(slice, SliceConditionType.AUTHENTICATION),
          verdict(slice, SliceConditionType.RESOURCES),
          slice.getStatus() == null ? "" : Text.quantities(slice.getStatus().resources()));
    }

    private static String verdict(ResourceSlice slice, SliceConditionType type) {
      Optional<SliceCondition> word = SliceRules.condition(slice, type);
      return word.map(said -> SliceRules.isAccepted(slice, type) ? "Accepted" : "Denied")
          .orElse("undecided");
    }
  }

  /** What came of it. */
  @Command(
      name = "virtualnode",
      aliases = {"virtualnodes", "vn"},
      description = "Show the virtual nodes of this cluster.")
  static final class Nodes extends Listing<VirtualNode> {
    Nodes() {
      super(
          VirtualNode.class,
          List.of("NAME", "NAMESPACE", "PROVIDER", "KUBELET", "NODE", "CAPACITY"));
    }

    @Override
    List<String> row(VirtualNode node) {
      ResourceQuotaSpec quota = node.getSpec().resourceQuota();
      return List.of(
          node.getMetadata().getName(),
          node.getMetadata().getNamespace(),
          String.valueOf(node.getSpec().clusterID()),
          state(node, VirtualNodePart.VIRTUAL_KUBELET),
          state(node, VirtualNodePart.NODE),
          Text.quantities(quota == null ? Map.of() : quota.getHard()));
    }

    private static String state(VirtualNode node, VirtualNodePart part) {
      return Text.word(VirtualNodeStates.of(node.getStatus(), part));
    }
  }
}
