package io.sluice.cli;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.OffloadingPhase;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Selectors;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.Patience;
import io.sluice.translate.namespaces.TwinNames;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Extends namespaces to providers (§5). */
@Command(
    name = "namespace",
    aliases = {"ns", "namespaces"},
    description = "Extend namespaces: their pods may run in other clusters.")
final class OffloadNamespaceCommand implements Callable<Integer> {
  private static final Kind<NamespaceOffloading> KIND = Kind.of(NamespaceOffloading.class);

  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Limit limit;
  @Mixin private Flags.DryRun dryRun;
  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "NAMESPACE", description = "namespaces to extend")
  private List<String> namespaces;

  @Option(
      names = "--pod-offloading-strategy",
      defaultValue = "LocalAndRemote",
      description = "where pods may run: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})",
      completionCandidates = Text.PodStrategies.class,
      converter = Text.PodStrategies.class)
  private PodOffloadingStrategy podStrategy;

  @Option(
      names = "--namespace-mapping-strategy",
      defaultValue = "DefaultName",
      description =
          "how twin namespaces are named: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})",
      completionCandidates = Text.MappingStrategies.class,
      converter = Text.MappingStrategies.class)
  private MappingStrategy mapping;

  @Option(names = "--remote-namespace-name", description = "name of the twins under SelectedName")
  private @Nullable String remoteName;

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description = "labels of the virtual nodes that count; repeat it for alternatives")
  private List<String> selectors = List.of();

  @Override
  public Integer call() {
    if ((mapping == MappingStrategy.SELECTED_NAME) != (remoteName != null)) {
      throw Trouble.usage(
          "--remote-namespace-name and --namespace-mapping-strategy SelectedName need each other",
          "give both or neither");
    }
    List<NamespaceOffloading> wanted = namespaces.stream().map(this::manifest).toList();
    if (dryRun.isWanted()) {
      Text.documents(spec.commandLine().getOut(), "in the consumer", wanted);
      return Main.OK;
    }
    Progress progress = Progress.on(spec.commandLine().getErr());
    Patience patience = limit.patience();
    try (Target target = cluster.open()) {
      wanted.forEach(each -> check(target, each));
      wanted.forEach(each -> apply(target, each, progress));
      wanted.forEach(each -> await(target, each, patience, progress));
    }
    return Main.OK;
  }

  private NamespaceOffloading manifest(String namespace) {
    NamespaceOffloading offloading = new NamespaceOffloading();
    offloading.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(Names.NAMESPACE_OFFLOADING)
            .build());
    offloading.setSpec(
        new NamespaceOffloadingSpec(mapping, remoteName, podStrategy, Selectors.nodes(selectors)));
    return offloading;
  }

  /** Everything that would be refused is said before the first namespace is touched. */
  private static void check(Target target, NamespaceOffloading wanted) {
    String namespace = wanted.getMetadata().getNamespace();
    Kind<Namespace> kind = Kind.of(Namespace.class);
    if (target.ask(() -> target.api().find(kind, Ref.cluster(namespace))).isEmpty()) {
      throw Trouble.error(
          "there is no namespace %s".formatted(namespace),
          "create it first: kubectl create namespace %s".formatted(namespace));
    }
    if (TwinNames.isReserved(twin(wanted))) {
      throw Trouble.error(
          "no provider takes namespace %s: its name is one of Kubernetes or of Sluice"
              .formatted(namespace),
          "put what is to run elsewhere into a namespace of its own; nothing was changed");
    }
    Optional<NamespaceOffloading> there = target.ask(() -> target.api().find(KIND, Ref.of(wanted)));
    if (there.isPresent() && isNamedOtherwise(there.get().getSpec(), wanted.getSpec())) {
      throw Trouble.error(
          "namespace %s is already extended under another name of its twins".formatted(namespace),
          "the names can't change: `sluice unoffload namespace %s` first".formatted(namespace));
    }
  }

  /** How the twin's name begins, at least. */
  private static String twin(NamespaceOffloading wanted) {
    String namespace = wanted.getMetadata().getNamespace();
    @Nullable String selected = wanted.getSpec().remoteNamespaceName();
    return switch (wanted.getSpec().namespaceMappingStrategy()) {
      case DEFAULT_NAME -> namespace + "-";
      case ENFORCE_SAME_NAME -> namespace;
      case SELECTED_NAME -> selected == null ? "" : selected;
    };
  }

  private static boolean isNamedOtherwise(
      NamespaceOffloadingSpec now, NamespaceOffloadingSpec then) {
    return now.namespaceMappingStrategy() != then.namespaceMappingStrategy()
        || !Objects.equals(now.remoteNamespaceName(), then.remoteNamespaceName());
  }

  private static void apply(Target target, NamespaceOffloading wanted, Progress progress) {
    progress.step("extending namespace " + wanted.getMetadata().getNamespace());
    Patch patch = Patch.apply(wanted, "sluice");
    target.ask(() -> target.api().patch(KIND, Ref.of(wanted), patch));
  }

  private static void await(
      Target target, NamespaceOffloading wanted, Patience patience, Progress progress) {
    String namespace = wanted.getMetadata().getNamespace();
    OffloadingPhase phase =
        patience.until(
            "namespace " + namespace + " to be extended",
            () -> settled(target.ask(() -> target.api().get(KIND, Ref.of(wanted)))));
    switch (phase) {
      case READY ->
          progress.step(
              "namespace %s is extended; its pods run: %s"
                  .formatted(namespace, Text.word(wanted.getSpec().podOffloadingStrategy())));
      case NO_CLUSTER_SELECTED ->
          progress.warn(
              "namespace %s is extended to nobody: no virtual node matches".formatted(namespace));
      case SOME_FAILED, ALL_FAILED ->
          throw Trouble.error(
              "a provider could not make the twin of namespace " + namespace,
              "see why: kubectl get namespaceoffloading -n %s -o yaml".formatted(namespace));
      case IN_PROGRESS, TERMINATING ->
          throw new IllegalStateException("%s is no end".formatted(phase));
    }
  }

  /** The phase, where it is about what was asked for and will not change by itself. */
  private static Optional<OffloadingPhase> settled(NamespaceOffloading now) {
    if (now.getStatus() == null
        || !Objects.equals(
            now.getStatus().observedGeneration(), now.getMetadata().getGeneration())) {
      return Optional.empty();
    }
    return Optional.ofNullable(now.getStatus().offloadingPhase())
        .filter(
            phase -> phase != OffloadingPhase.IN_PROGRESS && phase != OffloadingPhase.TERMINATING);
  }
}
