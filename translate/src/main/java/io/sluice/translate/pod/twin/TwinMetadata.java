package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.CarriedKeys;
import io.sluice.translate.pod.Changing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Labels and annotations of a ShadowPod: what the local pod says and what the border adds. */
final class TwinMetadata {
  /** Written by this or an earlier border, or by admission at binding (D-7): never the user's. */
  private static final Set<String> LABELS_OF_BORDERS =
      Set.of(
          Labels.SHADOW_POD,
          Labels.REMOTE_UNAVAILABLE,
          Labels.CREATOR_USER,
          Labels.MANAGED_BY,
          Labels.ORIGIN,
          Labels.DESTINATION,
          Labels.NODE_NAME,
          Labels.ZONE,
          Labels.REGION);

  private static final Set<String> ANNOTATIONS_OF_BORDERS =
      Set.of(
          Annotations.LOCAL_UID,
          Annotations.LOCAL_GENERATION,
          Annotations.CONSUMED_FIELDS,
          Annotations.DELETION_GRACE,
          Annotations.STILL_WANTED,
          Annotations.SPEC_HASH,
          Annotations.CARRIED_KEYS,
          Annotations.HOP_CHAIN);

  private TwinMetadata() {}

  static ObjectMeta of(Pod local, TwinContext context, HopChain chain, PodSpec spec) {
    var labels = carriedLabels(local, context);
    var annotations = carriedAnnotations(local, context);
    var carried = new CarriedKeys(labels.keySet(), annotations.keySet());

    labels.put(Labels.ORIGIN, context.route().origin());
    labels.put(Labels.DESTINATION, context.route().destination());
    labels.put(Labels.NODE_NAME, context.route().virtualNode());

    annotations.putAll(context.settings().over(annotations));
    annotations.put(Annotations.CARRIED_KEYS, carried.toString());
    annotations.put(Annotations.LOCAL_UID, local.getMetadata().getUid());
    var generation = local.getMetadata().getGeneration();
    if (generation != null) {
      annotations.put(Annotations.LOCAL_GENERATION, generation.toString());
    }
    annotations.put(
        Annotations.CONSUMED_FIELDS, String.join(",", PodFields.consumedBy(local, context)));
    annotations.put(Annotations.HOP_CHAIN, chain.toString());
    annotations.put(Annotations.SPEC_HASH, Changing.hash(spec));
    annotations.putAll(HomeValues.annotations(local, context));

    return new ObjectMetaBuilder()
        .withName(local.getMetadata().getName())
        .withNamespace(context.route().twinNamespace())
        .withLabels(labels)
        .withAnnotations(annotations)
        .build();
  }

  static Map<String, String> carriedLabels(Pod local, TwinContext context) {
    return without(
        local.getMetadata().getLabels(), LABELS_OF_BORDERS, context.patch().labelsNotReflected());
  }

  private static Map<String, String> carriedAnnotations(Pod local, TwinContext context) {
    return without(
        local.getMetadata().getAnnotations(),
        ANNOTATIONS_OF_BORDERS,
        context.patch().annotationsNotReflected());
  }

  private static Map<String, String> without(
      Map<String, String> all, Set<String> borders, List<String> notReflected) {
    var kept = new LinkedHashMap<>(Frozen.map(all));
    kept.keySet().removeAll(borders);
    notReflected.forEach(kept::remove);
    return kept;
  }
}
