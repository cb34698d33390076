package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodAntiAffinityBuilder;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTermBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The affinity of the remote pod: node affinity of the virtual node's patch beside the
 * anti-affinity that the pod's preset asks for (POD-AA). The two never erase each other.
 */
final class AntiAffinity {
  private static final String PROPAGATE = "propagate";
  private static final Set<String> GENERATED =
      Set.of("controller-revision-hash", "pod-template-hash", "statefulset.kubernetes.io/pod-name");

  private AntiAffinity() {}

  static boolean propagates(Pod local) {
    return preset(local).equals(PROPAGATE);
  }

  static @Nullable Affinity affinity(Pod local, TwinContext context) {
    var home = local.getSpec().getAffinity();
    var affinity =
        (home == null ? new AffinityBuilder() : new AffinityBuilder(home))
            .withNodeAffinity(nodeAffinity(context))
            .withPodAffinity(null)
            .withPodAntiAffinity(antiAffinity(local, context))
            .build();
    return affinity.equals(new Affinity()) ? null : affinity;
  }

  private static @Nullable NodeAffinity nodeAffinity(TwinContext context) {
    var patch = context.patch().affinity();
    return patch == null ? null : patch.nodeAffinity();
  }

  private static String preset(Pod local) {
    return Frozen.map(local.getMetadata().getAnnotations())
        .getOrDefault(Annotations.ANTI_AFFINITY_PRESET, "");
  }

  private static @Nullable PodAntiAffinity antiAffinity(Pod local, TwinContext context) {
    return switch (preset(local)) {
      case PROPAGATE -> propagated(local, context);
      case "soft" -> spread(local, context, false);
      case "hard" -> spread(local, context, true);
      default -> null;
    };
  }

  private static @Nullable PodAntiAffinity spread(Pod local, TwinContext context, boolean hard) {
    var labels = selected(local, context);
    if (labels.isEmpty()) {
      return null; // an empty selector would keep away from every pod of the namespace
    }
    var term =
        new PodAffinityTermBuilder()
            .withTopologyKey(Labels.HOSTNAME)
            .withNewLabelSelector()
            .withMatchLabels(labels)
            .endLabelSelector()
            .build();
    var result = new PodAntiAffinityBuilder();
    return hard
        ? result.withRequiredDuringSchedulingIgnoredDuringExecution(term).build()
        : result
            .withPreferredDuringSchedulingIgnoredDuringExecution(
                new WeightedPodAffinityTermBuilder()
                    .withWeight(1)
                    .withPodAffinityTerm(term)
                    .build())
            .build();
  }

  private static Map<String, String> selected(Pod local, TwinContext context) {
    var travelling = TwinMetadata.carriedLabels(local, context);
    var wish =
        Frozen.map(local.getMetadata().getAnnotations()).get(Annotations.ANTI_AFFINITY_LABELS);
    var keys =
        wish == null
            ? travelling.keySet().stream().filter(key -> !GENERATED.contains(key)).toList()
            : Arrays.stream(wish.split(",")).map(String::strip).toList();
    var selected = new LinkedHashMap<String, String>();
    for (var key : keys) {
      var value = travelling.get(key);
      if (value != null) {
        selected.put(key, value);
      }
    }
    return selected;
  }

  private static @Nullable PodAntiAffinity propagated(Pod local, TwinContext context) {
    var home = local.getSpec().getAffinity();
    if (home == null || home.getPodAntiAffinity() == null) {
      return null;
    }
    var own = home.getPodAntiAffinity();
    return new PodAntiAffinityBuilder(own)
        .withRequiredDuringSchedulingIgnoredDuringExecution(
            Frozen.list(own.getRequiredDuringSchedulingIgnoredDuringExecution()).stream()
                .map(term -> remote(term, local, context))
                .toList())
        .withPreferredDuringSchedulingIgnoredDuringExecution(
            Frozen.list(own.getPreferredDuringSchedulingIgnoredDuringExecution()).stream()
                .map(
                    weighted ->
                        new WeightedPodAffinityTermBuilder(weighted)
                            .withPodAffinityTerm(
                                remote(weighted.getPodAffinityTerm(), local, context))
                            .build())
                .toList())
        .build();
  }

  private static PodAffinityTerm remote(PodAffinityTerm term, Pod local, TwinContext context) {
    var labels = Frozen.map(local.getMetadata().getLabels());
    var matched =
        MergedKeys.without(
            term.getLabelSelector(), MergedKeys.match(term.getMatchLabelKeys(), labels));
    return new PodAffinityTermBuilder(term)
        .withLabelSelector(
            MergedKeys.without(matched, MergedKeys.mismatch(term.getMismatchLabelKeys(), labels)))
        .withNamespaces(namespaces(term, local, context))
        .build();
  }

  private static List<String> namespaces(PodAffinityTerm term, Pod local, TwinContext context) {
    var home = local.getMetadata().getNamespace();
    return Frozen.list(term.getNamespaces()).stream()
        .map(name -> name.equals(home) ? context.route().twinNamespace() : name)
        .toList();
  }
}
