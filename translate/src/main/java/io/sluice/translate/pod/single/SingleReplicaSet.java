package io.sluice.translate.pod.single;

import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import java.util.List;
import java.util.Map;

/**
 * A pod that runs until it is deleted, kept by the provider as a ReplicaSet of one (RS1-1): whoever
 * takes the pod away, the provider's own controllers make it anew, without the home cluster.
 */
public final class SingleReplicaSet {
  private static final String FAILURE = "ReplicaFailure";

  private SingleReplicaSet() {}

  public static ReplicaSet of(ShadowPod shadow) {
    return new ReplicaSetBuilder()
        .withMetadata(SingleMetadata.of(shadow))
        .withNewSpec()
        .withReplicas(1)
        .withNewSelector()
        .withMatchLabels(SingleTemplate.selector(shadow))
        .endSelector()
        .withTemplate(template(shadow))
        .endSpec()
        .build();
  }

  /** What the pod of the twin is made from. */
  public static PodTemplateSpec template(ShadowPod shadow) {
    return SingleTemplate.of(shadow);
  }

  /** Somebody scaled it: more than one runs the pod twice, none ends it. */
  public static boolean isScaled(ReplicaSet kept) {
    return !Integer.valueOf(1).equals(kept.getSpec().getReplicas());
  }

  /** What the ReplicaSet says of its twin, in the words of a ShadowPod. */
  public static ShadowPod shadow(ReplicaSet kept) {
    var template = kept.getSpec() == null ? null : kept.getSpec().getTemplate();
    return SingleMetadata.shadow(
        kept,
        template == null ? null : template.getSpec(),
        new ShadowPodStatus(ShadowPodPhase.UNKNOWN, null, Map.of(), refusals(kept)));
  }

  /** A quota or a policy of the provider refuses the pod: the condition has its words. */
  private static List<Condition> refusals(ReplicaSet kept) {
    return kept.getStatus() == null
        ? List.of()
        : Frozen.list(kept.getStatus().getConditions()).stream()
            .filter(condition -> FAILURE.equals(condition.getType()))
            .filter(condition -> Facts.TRUE.equals(condition.getStatus()))
            .map(SingleReplicaSet::refusal)
            .toList();
  }

  private static Condition refusal(ReplicaSetCondition condition) {
    return new Condition(
        ConditionTypes.ADMITTED,
        ConditionStatus.FALSE,
        condition.getReason(),
        condition.getMessage(),
        condition.getLastTransitionTime());
  }
}
