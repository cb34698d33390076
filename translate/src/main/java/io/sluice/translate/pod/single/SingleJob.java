package io.sluice.translate.pod.single;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.ending.Loss;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod that ends by itself, kept by the provider as a Job of one. The Job is the record of the
 * end: it counts a pod before it lets it go, and a finished Job never runs again.
 *
 * <ul>
 *   <li>{@code Never}: the first failure of the pod's own fails the Job (backoffLimit 0). What a
 *       disruption ended is not counted and is run anew (podFailurePolicy), and only after it has
 *       ended (podReplacementPolicy).
 *   <li>{@code OnFailure}: containers restart in their pod as often as they fail; Kubernetes counts
 *       these restarts against the backoffLimit, so there is none. The deadline is the Job's: one
 *       of the pod would be counted as a failure and begin anew.
 * </ul>
 */
public final class SingleJob {
  private static final String NEVER = "Never";

  private SingleJob() {}

  public static Job of(ShadowPod shadow) {
    return new JobBuilder()
        .withMetadata(SingleMetadata.of(shadow))
        .withSpec(
            NEVER.equals(Facts.spec(shadow).getRestartPolicy()) ? once(shadow) : until(shadow))
        .build();
  }

  private static JobSpec once(ShadowPod shadow) {
    var spec = plain(shadow).withTemplate(SingleTemplate.of(shadow)).withBackoffLimit(0);
    if (Loss.of(Facts.annotations(shadow)) == Loss.RECREATE) {
      spec.withNewPodFailurePolicy()
          .addNewRule()
          .withAction("Ignore")
          .addNewOnPodCondition(Facts.TRUE, Facts.DISRUPTION_TARGET)
          .endRule()
          .endPodFailurePolicy();
    }
    return spec.build();
  }

  private static JobSpec until(ShadowPod shadow) {
    return plain(shadow)
        .withTemplate(withoutDeadline(SingleTemplate.of(shadow)))
        .withActiveDeadlineSeconds(Facts.spec(shadow).getActiveDeadlineSeconds())
        .withBackoffLimit(Integer.MAX_VALUE)
        .build();
  }

  /** With our own selector the labels of a local Job stay on the pod as they are. */
  private static JobSpecBuilder plain(ShadowPod shadow) {
    return new JobSpecBuilder()
        .withParallelism(1)
        .withCompletions(1)
        .withPodReplacementPolicy("Failed")
        .withManualSelector(true)
        .withNewSelector()
        .withMatchLabels(SingleTemplate.selector(shadow))
        .endSelector();
  }

  private static PodTemplateSpec withoutDeadline(PodTemplateSpec template) {
    return new PodTemplateSpecBuilder(template)
        .editSpec()
        .withActiveDeadlineSeconds(null)
        .endSpec()
        .build();
  }

  /** What a stranger may have changed and we change back, as a merge patch of the spec. */
  public static Map<String, Object> mending(Job kept) {
    var spec = new LinkedHashMap<String, Object>();
    if (!Integer.valueOf(1).equals(kept.getSpec().getParallelism())) {
      spec.put("parallelism", 1);
    }
    if (Boolean.TRUE.equals(kept.getSpec().getSuspend())) {
      spec.put("suspend", false);
    }
    return spec;
  }

  /**
   * What the Job says of its twin, in the words of a ShadowPod.
   *
   * @param current the pod that counts, if there is one
   * @param taken whether its pod was seen being taken away; then its failure is no end (D-1)
   */
  public static ShadowPod shadow(Job kept, @Nullable Pod current, boolean taken) {
    var template = kept.getSpec() == null ? null : kept.getSpec().getTemplate();
    return SingleMetadata.shadow(
        kept, template == null ? null : template.getSpec(), status(kept, current, taken));
  }

  private static ShadowPodStatus status(Job kept, @Nullable Pod current, boolean taken) {
    if (holds(kept, "Complete")) {
      return record(ShadowPodPhase.SUCCEEDED, current);
    }
    return isFailed(kept) && !taken
        ? record(ShadowPodPhase.FAILED, current)
        : ShadowPodStatus.of(ShadowPodPhase.UNKNOWN);
  }

  /** No more pods will come. */
  public static boolean isFailed(Job kept) {
    return holds(kept, "Failed");
  }

  private static ShadowPodStatus record(ShadowPodPhase phase, @Nullable Pod current) {
    var last = current != null && Facts.isTerminal(current) ? Facts.status(current) : null;
    return new ShadowPodStatus(phase, last, Map.of(), List.of());
  }

  private static boolean holds(Job kept, String type) {
    return kept.getStatus() != null
        && Frozen.list(kept.getStatus().getConditions()).stream()
            .anyMatch(c -> type.equals(c.getType()) && Facts.TRUE.equals(c.getStatus()));
  }
}
