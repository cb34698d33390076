package io.sluice.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Durations;
import io.sluice.cli.shell.Target;
import io.sluice.cli.status.Overview;
import io.sluice.cli.status.Overviews;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows what is. */
@Command(
    name = "status",
    aliases = "info",
    description = "Show peers, virtual nodes, slices and extended namespaces of a cluster.")
final class StatusCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Answer answer;
  @Mixin private Flags.Home home;
  @Mixin private Flags.Format format;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    return answer.within(this::show);
  }

  private Integer show() {
    try (Target target = cluster.open()) {
      Target.Installation installation = target.installation(home.namespace());
      List<VirtualNode> virtualNodes = all(target, VirtualNode.class, Scope.ALL);
      Overviews.Seen seen =
          new Overviews.Seen(
              all(target, ForeignCluster.class, Scope.ALL),
              all(target, ResourceSlice.class, Scope.ALL),
              virtualNodes,
              all(
                  target,
                  Node.class,
                  Scope.ALL.labels(Labels.TYPE + "=" + Labels.TYPE_VIRTUAL_NODE)),
              pods(target, virtualNodes),
              all(target, NamespaceOffloading.class, Scope.ALL),
              all(target, NamespaceMap.class, Scope.ALL));
      Overview overview =
          new Overview(
              installation.clusterId(),
              installation.version(),
              manager(target),
              Overviews.peers(seen),
              Overviews.nodes(seen),
              Overviews.slices(seen),
              Overviews.namespaces(seen));
      format.print(spec.commandLine().getOut(), Overviews.tables(overview), overview);
    }
    return Main.OK;
  }

  private static <T extends HasMetadata> List<T> all(Target target, Class<T> type, Scope scope) {
    return target.ask(() -> target.api().list(Kind.of(type), scope));
  }

  /** Only those on virtual nodes: a cluster has many others. */
  private static List<Pod> pods(Target target, List<VirtualNode> nodes) {
    return nodes.stream()
        .map(node -> Scope.fields("spec.nodeName=" + node.getMetadata().getName()))
        .flatMap(scope -> all(target, Pod.class, scope).stream())
        .toList();
  }

  /** Whether somebody leads, by the age of the lease. */
  private String manager(Target target) {
    Ref ref = new Ref(home.namespace(), Names.MANAGER);
    Optional<Lease> lease = target.ask(() -> target.api().find(Kind.of(Lease.class), ref));
    if (lease.isEmpty() || lease.get().getSpec().getRenewTime() == null) {
      return "never ran";
    }
    Duration age =
        Duration.between(lease.get().getSpec().getRenewTime().toInstant(), Instant.now());
    long limit = Optional.ofNullable(lease.get().getSpec().getLeaseDurationSeconds()).orElse(15);
    return age.toSeconds() <= 2 * limit ? "running" : "silent for " + Durations.text(age);
  }
}
