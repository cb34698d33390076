package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.fence.GivingUp;
import io.sluice.translate.pod.fence.OnDisconnect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fields that decide where a pod runs: the home's are used up, the virtual node brings new ones.
 */
final class Scheduling {
  private Scheduling() {}

  static PodSpecBuilder apply(PodSpecBuilder spec, Pod local, TwinContext context) {
    var patch = context.patch();
    return spec.withNodeName(null)
        .withNodeSelector(patch.nodeSelector())
        .withAffinity(AntiAffinity.affinity(local, context))
        .withTolerations(tolerations(local, context))
        .withTopologySpreadConstraints(spread(local))
        .withSchedulerName(null)
        .withSchedulingGates(List.of())
        .withSchedulingGroup(null)
        .withPriorityClassName(priorityClass(local, context))
        .withPriority(null)
        .withPreemptionPolicy(null)
        .withOverhead(Map.of())
        .withRuntimeClassName(runtimeClass(local, context.patch()));
  }

  static boolean isOurs(Toleration toleration) {
    return Names.TAINT_NOT_ALLOWED.equals(toleration.getKey());
  }

  static @Nullable String priorityClass(Pod local, TwinContext context) {
    var home = local.getSpec().getPriorityClassName();
    return home == null ? null : context.limits().priorityClasses().get(home);
  }

  /**
   * Without our toleration the remote pod stays off the provider's own virtual nodes (ML-1). A
   * fenced pod tolerates at home that its virtual node is away; the provider's nodes are another
   * matter, and left to the provider.
   */
  private static List<Toleration> tolerations(Pod local, TwinContext context) {
    var fenced = context.settings().onDisconnect(local) instanceof OnDisconnect.StopAfter;
    var wanted = new ArrayList<Toleration>();
    for (var toleration : Frozen.list(local.getSpec().getTolerations())) {
      if (!isOurs(toleration) && !(fenced && GivingUp.isOfAbsence(toleration))) {
        wanted.add(toleration);
      }
    }
    for (var toleration : context.patch().tolerations()) {
      if (!wanted.contains(toleration)) {
        wanted.add(toleration);
      }
    }
    return wanted;
  }

  private static List<TopologySpreadConstraint> spread(Pod local) {
    var labels = Frozen.map(local.getMetadata().getLabels());
    return Frozen.list(local.getSpec().getTopologySpreadConstraints()).stream()
        .map(
            constraint ->
                new TopologySpreadConstraintBuilder(constraint)
                    .withLabelSelector(
                        MergedKeys.without(
                            constraint.getLabelSelector(),
                            MergedKeys.match(constraint.getMatchLabelKeys(), labels)))
                    .build())
        .toList();
  }

  /** First match wins (POD-RC); the class that only means "offload me" ends here. */
  private static @Nullable String runtimeClass(Pod local, OffloadingPatch patch) {
    var annotated =
        Frozen.map(local.getMetadata().getAnnotations()).get(Annotations.REMOTE_RUNTIME_CLASS_NAME);
    if (annotated != null && !annotated.isEmpty()) {
      return annotated;
    }
    var own = remoteClass(local.getSpec().getRuntimeClassName());
    return own != null ? own : remoteClass(patch.runtimeClassName());
  }

  private static @Nullable String remoteClass(@Nullable String name) {
    return name == null || name.isEmpty() || name.equals(Names.RUNTIME_CLASS) ? null : name;
  }
}
