package io.sluice.cli.install;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.border.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Brings a cluster to what the manifests say; running it again changes only what differs. */
public final class Installer {
  private static final Kind<CustomResourceDefinition> CRDS =
      Kind.of(CustomResourceDefinition.class);
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Target target;
  private final Patience patience;
  private final Progress progress;

  public Installer(Target target, Patience patience, Progress progress) {
    this.target = target;
    this.patience = patience;
    this.progress = progress;
  }

  /**
   * @param adopt take over kinds that somebody else installed
   */
  public void install(Wishes wishes, boolean adopt) {
    List<HasMetadata> manifests = Manifests.of(wishes);
    refuseAnotherId(wishes);
    if (!adopt) {
      refuseForeignKinds(manifests);
    }
    progress.step("kinds of Sluice");
    manifests.stream().filter(CustomResourceDefinition.class::isInstance).forEach(this::apply);
    manifests.stream()
        .filter(CustomResourceDefinition.class::isInstance)
        .forEach(crd -> established(crd.getMetadata().getName()));
    progress.step("namespace, roles, policies, flow control");
    manifests.stream()
        .filter(each -> !(each instanceof CustomResourceDefinition))
        .forEach(this::apply);
    manifests.stream()
        .filter(Deployment.class::isInstance)
        .forEach(deployment -> available(Ref.of(deployment)));
  }

  /** Of the generation that was just asked for: an upgrade has not happened before. */
  private void available(Ref deployment) {
    progress.step("manager starts");
    Kind<Deployment> kind = Kind.of(Deployment.class);
    patience.until(
        "Deployment " + deployment + " to run",
        () ->
            Optional.of(target.ask(() -> target.api().get(kind, deployment)))
                .filter(Installer::isRolledOut));
  }

  private static boolean isRolledOut(Deployment deployment) {
    DeploymentStatus status = deployment.getStatus();
    Integer wanted = deployment.getSpec().getReplicas();
    return status != null
        && Objects.equals(status.getObservedGeneration(), deployment.getMetadata().getGeneration())
        && wanted.equals(status.getUpdatedReplicas())
        && wanted.equals(status.getAvailableReplicas())
        && wanted.equals(status.getReplicas());
  }

  /** The ID is in certificates and names of every peer: another one is another cluster (§0.3). */
  private void refuseAnotherId(Wishes wishes) {
    Ref ref = new Ref(wishes.namespace(), Names.CLUSTER_ID_CONFIG_MAP);
    Optional<String> now =
        target
            .ask(() -> target.api().find(Kind.of(ConfigMap.class), ref))
            .map(found -> Frozen.map(found.getData()).get(Names.CLUSTER_ID_KEY));
    if (now.isPresent() && !now.get().equals(wishes.clusterId())) {
      throw Trouble.error(
          "this cluster is already called %s; its ID can't become %s"
              .formatted(now.get(), wishes.clusterId()),
          "use --cluster-id %s, or `sluice uninstall` first".formatted(now.get()));
    }
  }

  /** Kinds of the same names that somebody else keeps are not ours to change (D-23). */
  private void refuseForeignKinds(List<HasMetadata> manifests) {
    Set<String> wanted =
        manifests.stream()
            .filter(CustomResourceDefinition.class::isInstance)
            .map(crd -> crd.getMetadata().getName())
            .collect(Collectors.toSet());
    List<String> foreign =
        target.ask(() -> target.api().list(CRDS, Scope.ALL)).stream()
            .filter(crd -> wanted.contains(crd.getMetadata().getName()))
            .filter(crd -> !isOurs(crd))
            .map(crd -> crd.getMetadata().getName())
            .sorted()
            .toList();
    if (!foreign.isEmpty()) {
      throw Trouble.error(
          "somebody else installed %s here%s"
              .formatted(
                  foreign.getFirst(),
                  foreign.size() == 1 ? "" : " and %d other kinds".formatted(foreign.size() - 1)),
          "if nothing of theirs runs any more, take the kinds over with --adopt");
    }
  }

  static boolean isOurs(HasMetadata object) {
    Map<String, String> labels = Frozen.map(object.getMetadata().getLabels());
    return Labels.APP_MANAGED_BY_SLUICE.equals(labels.get(Labels.APP_MANAGED_BY));
  }

  @SuppressWarnings("unchecked")
  private <T extends HasMetadata> void apply(T object) {
    Kind<T> kind = (Kind<T>) Kind.of(object.getClass());
    Patch patch = Patch.apply(object, Names.FIELD_MANAGER_INSTALL);
    target.ask(() -> target.api().patch(kind, Ref.of(object), patch));
  }

  private void established(String name) {
    patience.until(
        "kind " + name + " to be served",
        () ->
            Optional.of(target.ask(() -> target.api().get(CRDS, Ref.cluster(name))))
                .filter(Installer::isEstablished)
                .filter(this::isServed));
  }

  /** Storage of a new kind takes a moment more than its name: whoever asks then is sent away. */
  private boolean isServed(CustomResourceDefinition crd) {
    String path =
        "/apis/%s/%s/%s?limit=1"
            .formatted(
                crd.getSpec().getGroup(),
                crd.getSpec().getVersions().getFirst().getName(),
                crd.getSpec().getNames().getPlural());
    try {
      return !target.api().text(path, PATIENCE).isEmpty();
    } catch (ApiFailure failure) {
      if (failure.is(Problem.THROTTLED) || failure.is(Problem.NOT_FOUND)) {
        return false;
      }
      throw Trouble.of(failure, target.which());
    }
  }

  private static boolean isEstablished(CustomResourceDefinition crd) {
    return crd.getStatus() != null
        && Frozen.list(crd.getStatus().getConditions()).stream()
            .anyMatch(
                condition ->
                    "Established".equals(condition.getType())
                        && "True".equals(condition.getStatus()));
  }
}
