package io.sluice.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.border.Patience;
import io.sluice.translate.node.HeldDeletions;
import java.time.Duration;
import java.time.Instant;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A person has looked, and deletions that a breaker holds may go on (D-21). */
@Command(
    name = "resume",
    description = {
      "Let deletions go on that a virtual node holds back.",
      "When suspiciously much would be deleted at a time, a virtual node keeps what runs elsewhere"
          + " until somebody has looked. Without names, says which ones hold what back, and why."
    })
final class ResumeCommand implements Callable<Integer> {
  private static final Kind<VirtualNode> VIRTUAL_NODES = Kind.of(VirtualNode.class);
  private static final Kind<Node> NODES = Kind.of(Node.class);

  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.DryRun dryRun;
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..*", paramLabel = "NODE", description = "virtual nodes")
  private List<String> names = List.of();

  @Option(
      names = "--timeout",
      defaultValue = "30s",
      description = "how long it may take (default: ${DEFAULT-VALUE})")
  private Duration timeout;

  @Override
  public Integer call() {
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (Target target = cluster.open()) {
      Map<String, HeldDeletions> held = target.ask(() -> held(target));
      if (names.isEmpty()) {
        held.forEach((node, why) -> progress.warn(node + ": " + why.why()));
        progress.step(
            held.isEmpty() ? "no virtual node holds anything back" : "run: sluice resume NODE");
        return Main.OK;
      }
      List<VirtualNode> resumed = names.stream().map(name -> find(target, name)).toList();
      if (dryRun.isWanted()) {
        dryRun.print(
            spec.commandLine().getOut(),
            "the annotation is set",
            resumed.stream().map(ResumeCommand::resumed).toList());
        return Main.OK;
      }
      resumed.forEach(virtualNode -> resume(target, virtualNode));
      Patience patience = Patience.inAll(timeout);
      for (String name : names) {
        patience.until(
            "virtual node %s to go on".formatted(name),
            () -> holds(target, name) ? Optional.empty() : Optional.of(true));
        @Nullable HeldDeletions before = held.get(name);
        progress.step(
            before == null
                ? name + " held nothing back"
                : "%s goes on; it held because: %s".formatted(name, before.why()));
      }
    }
    return Main.OK;
  }

  private static Map<String, HeldDeletions> held(Target target) {
    Map<String, HeldDeletions> held = new LinkedHashMap<>();
    String virtual = Labels.TYPE + "=" + Labels.TYPE_VIRTUAL_NODE;
    for (Node node : target.api().list(NODES, Scope.ALL.labels(virtual))) {
      HeldDeletions.on(node).ifPresent(why -> held.put(node.getMetadata().getName(), why));
    }
    return held;
  }

  private static boolean holds(Target target, String name) {
    Optional<Node> node = target.ask(() -> target.api().find(NODES, Ref.cluster(name)));
    return HeldDeletions.on(node.orElse(null)).isPresent();
  }

  private static VirtualNode find(Target target, String name) {
    return target.ask(() -> target.api().list(VIRTUAL_NODES, Scope.ALL)).stream()
        .filter(each -> each.getMetadata().getName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> Trouble.error("there is no virtual node " + name, "`sluice status` lists them"));
  }

  /** The time says, too, which of two came first: what is held or this word. */
  private static Map<String, String> word() {
    return Map.of(Annotations.RESUME, Instant.now().toString());
  }

  private static HasMetadata resumed(VirtualNode virtualNode) {
    HasMetadata named = Text.nameOf(virtualNode);
    named.getMetadata().setAnnotations(word());
    return named;
  }

  private static void resume(Target target, VirtualNode found) {
    Map<String, Object> metadata = Map.of("annotations", word());
    target.ask(
        () ->
            target
                .api()
                .patch(VIRTUAL_NODES, Ref.of(found), Patch.merge(Map.of("metadata", metadata))));
  }
}
