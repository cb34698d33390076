package io.sluice.translate.pod.enforce;

import io.fabric8.kubernetes.api.model.HostAlias;
import io.fabric8.kubernetes.api.model.HostAliasBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.sluice.api.offloading.Offloading;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.Outcome;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.RestartRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The pod that a ShadowPod stands for (SP-3). */
public final class RemotePod {
  private static final String HOME_API = "kubernetes.default";

  private RemotePod() {}

  /**
   * The pod to create. Ephemeral containers can't be part of a new pod and belong to the life of
   * the one they were added to.
   *
   * @param addresses of the consumer as seen here (NET-1); its alias of the home API server goes
   *     through it (SP-4)
   */
  public static Outcome<Pod> toCreate(
      ShadowPod shadow, Function<String, Outcome<String>> addresses) {
    return switch (aliases(shadow, addresses)) {
      case Outcome.Failed<List<HostAlias>> failed -> Outcome.failed(failed.why());
      case Outcome.Ok<List<HostAlias>> ok -> Outcome.ok(pod(shadow, ok.value()));
    };
  }

  private static Pod pod(ShadowPod shadow, List<HostAlias> aliases) {
    var spec = Facts.spec(shadow);
    return new PodBuilder()
        .withNewMetadata()
        .withName(shadow.getMetadata().getName())
        .withNamespace(shadow.getMetadata().getNamespace())
        .withLabels(labels(shadow))
        .withAnnotations(annotations(shadow))
        .withOwnerReferences(owner(shadow))
        // Only these can finish; the finalizer keeps the outcome for an enforcer that is down
        // (D-2).
        .withFinalizers(RestartRules.isAlways(spec) ? List.of() : List.of(Finalizers.OUTCOME))
        .endMetadata()
        .withSpec(new PodSpecBuilder(spec(shadow)).withHostAliases(aliases).build())
        .build();
  }

  /** The spec as it is created: what belongs to one life of a pod is not part of it. */
  public static PodSpec spec(ShadowPod shadow) {
    return new PodSpecBuilder(Facts.spec(shadow)).withEphemeralContainers(List.of()).build();
  }

  public static Map<String, String> labels(ShadowPod shadow) {
    var labels = new LinkedHashMap<>(Facts.labels(shadow));
    labels.put(Labels.MANAGED_BY, Labels.MANAGED_BY_SHADOW_POD);
    return labels;
  }

  /** Without what is read once on the ShadowPod: carrying it would cost a request. */
  public static Map<String, String> annotations(ShadowPod shadow) {
    var annotations = new LinkedHashMap<>(Facts.annotations(shadow));
    annotations.remove(Annotations.DELETION_GRACE);
    annotations.remove(Annotations.STILL_WANTED);
    return annotations;
  }

  private static OwnerReference owner(ShadowPod shadow) {
    return new OwnerReferenceBuilder()
        .withApiVersion(Offloading.GROUP + "/" + Offloading.VERSION)
        .withKind(Ownership.KIND)
        .withName(shadow.getMetadata().getName())
        .withUid(shadow.getMetadata().getUid())
        .withController(true)
        .build();
  }

  private static Outcome<List<HostAlias>> aliases(
      ShadowPod shadow, Function<String, Outcome<String>> addresses) {
    var translated = new ArrayList<HostAlias>();
    for (var alias : Frozen.list(Facts.spec(shadow).getHostAliases())) {
      if (!Frozen.list(alias.getHostnames()).contains(HOME_API)) {
        translated.add(alias);
        continue;
      }
      switch (addresses.apply(alias.getIp())) {
        case Outcome.Failed<String> failed -> {
          return Outcome.failed("address of the home API server: " + failed.why());
        }
        case Outcome.Ok<String> ok ->
            translated.add(new HostAliasBuilder(alias).withIp(ok.value()).build());
      }
    }
    return Outcome.ok(translated);
  }
}
