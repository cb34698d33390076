package io.sluice.translate.pod.enforce;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.ending.Cause;
import io.sluice.translate.pod.ending.Ending;
import io.sluice.translate.pod.ending.FinalRecord;
import io.sluice.translate.pod.ending.Loss;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The provider's decision about one name (§4.1): the pod exists as long as its ShadowPod does and
 * is not finished. Total, and free of memory but for what was seen: an enforcer that was down
 * decides the same (D-2).
 */
public final class Enforcement {
  private static final Duration AGE_OF_TURNED_AWAY = Duration.ofSeconds(5);

  private Enforcement() {}

  public static EnforcePlan decide(Scene scene) {
    var shadow = scene.shadow();
    var pod = scene.pod();
    if (shadow == null || Facts.isLeaving(shadow)) {
      return pod == null ? new EnforcePlan.Nothing("both are gone") : withoutShadow(pod, scene);
    }
    if (isFinished(shadow)) {
      return pod == null ? new EnforcePlan.Nothing("finished") : recorded(shadow, pod);
    }
    if (!Facts.labels(shadow).containsKey(Labels.ORIGIN)) {
      return new EnforcePlan.Refuse(
          Reasons.ORIGIN_MISSING, "label " + Labels.ORIGIN + " says whose pod it is"); // SP-3
    }
    return Fencing.decide(shadow, pod, scene.silent())
        .orElseGet(() -> pod == null ? withoutPod(shadow, scene) : withPod(shadow, pod, scene));
  }

  /** The ShadowPod is gone: so is the pod, with the grace that was asked for (D-4, SP-5). */
  private static EnforcePlan withoutShadow(Pod pod, Scene scene) {
    return switch (Ownership.of(pod, null)) {
      case STRANGER -> new EnforcePlan.Nothing("not ours");
      case OURS, PREDECESSOR ->
          isTooSlow(pod, scene.grace())
              ? new EnforcePlan.Delete(pod.getMetadata().getUid(), scene.grace(), "sooner")
              : remove(pod, scene.grace(), "the ShadowPod is gone");
    };
  }

  /** Somebody else may have begun to delete it, and more slowly than was asked for. */
  private static boolean isTooSlow(Pod pod, @Nullable Long grace) {
    var granted = pod.getMetadata().getDeletionGracePeriodSeconds();
    return grace != null && granted != null && grace < granted;
  }

  private static EnforcePlan remove(Pod pod, @Nullable Long grace, String why) {
    if (!Facts.isLeaving(pod)) {
      return new EnforcePlan.Delete(pod.getMetadata().getUid(), grace, why);
    }
    return holdsFinalizer(pod)
        ? new EnforcePlan.Release(pod.getMetadata().getUid())
        : new EnforcePlan.Wait("the pod is leaving");
  }

  /** SP-1, D-2: finished is final; only the finalizer is left to take off. */
  private static EnforcePlan recorded(ShadowPod shadow, Pod pod) {
    return Ownership.of(pod, shadow) == Ownership.OURS && holdsFinalizer(pod)
        ? new EnforcePlan.Release(pod.getMetadata().getUid())
        : new EnforcePlan.Nothing("finished");
  }

  /** It ran and nobody saw it end: under {@code fail} that is a loss (D-1). */
  private static EnforcePlan withoutPod(ShadowPod shadow, Scene scene) {
    return Loss.of(Facts.annotations(shadow)) == Loss.FAIL
            && phase(shadow) == ShadowPodPhase.RUNNING
        ? new EnforcePlan.Report(FinalRecord.vanished(scene.now()))
        : new EnforcePlan.Create();
  }

  private static EnforcePlan withPod(ShadowPod shadow, Pod pod, Scene scene) {
    return switch (Ownership.of(pod, shadow)) {
      case OURS -> ours(shadow, pod, scene);
      // D-3, T-12: the pod of an earlier ShadowPod is never adopted.
      case PREDECESSOR -> remove(pod, null, "its ShadowPod is gone");
      case STRANGER ->
          new EnforcePlan.Refuse(
              Reasons.NAME_CONFLICT, "a pod of this name exists that Sluice did not make");
    };
  }

  private static EnforcePlan ours(ShadowPod shadow, Pod pod, Scene scene) {
    return switch (Ending.of(pod, scene.seen())) {
      case Ending.Alive alive -> alive(shadow, pod);
      // T-13: a pod on a dead node leaves for ever; only Kubernetes may say that it is gone.
      case Ending.Leaving leaving -> new EnforcePlan.Wait("the pod is leaving: " + leaving.cause());
      case Ending.Finished finished -> new EnforcePlan.Report(FinalRecord.finished(pod));
      case Ending.Taken taken -> taken(shadow, pod, taken.cause(), scene);
    };
  }

  private static EnforcePlan alive(ShadowPod shadow, Pod pod) {
    var updates = RemoteUpdate.needed(shadow, pod);
    if (!updates.isEmpty()) {
      return new EnforcePlan.Update(updates);
    }
    // D-10, as far as the budget of D-5 allows: only a pod that must not run again needs it.
    var firstRun =
        Facts.phase(pod).equals(Facts.RUNNING) && phase(shadow) != ShadowPodPhase.RUNNING;
    return firstRun && Loss.of(Facts.annotations(shadow)) == Loss.FAIL
        ? new EnforcePlan.Report(ShadowPodStatus.of(ShadowPodPhase.RUNNING))
        : new EnforcePlan.Nothing("as wanted");
  }

  private static EnforcePlan taken(ShadowPod shadow, Pod pod, Cause cause, Scene scene) {
    if (!Loss.of(Facts.annotations(shadow)).recreates(pod)) {
      return new EnforcePlan.Report(FinalRecord.lost(pod, cause, scene.now()));
    }
    var pause = pause(pod, scene.now());
    return pause.isPositive()
        ? new EnforcePlan.Later(pause, "taken away before it ran: " + cause)
        : remove(pod, 0L, "taken away: " + cause);
  }

  /** A node that turns pods away does so at once: without a pause the two would race each other. */
  private static Duration pause(Pod pod, Instant now) {
    var ran = !Frozen.list(Facts.status(pod).getContainerStatuses()).isEmpty();
    var age =
        Facts.time(pod.getMetadata().getCreationTimestamp())
            .map(created -> Duration.between(created, now))
            .filter(Duration::isPositive);
    return ran || Facts.isLeaving(pod)
        ? Duration.ZERO
        : age.map(AGE_OF_TURNED_AWAY::minus).orElse(Duration.ZERO);
  }

  private static boolean holdsFinalizer(Pod pod) {
    return Frozen.list(pod.getMetadata().getFinalizers()).contains(Finalizers.OUTCOME);
  }

  private static boolean isFinished(ShadowPod shadow) {
    return phase(shadow).isFinished();
  }

  private static ShadowPodPhase phase(ShadowPod shadow) {
    return shadow.getStatus() == null ? ShadowPodPhase.UNKNOWN : shadow.getStatus().phase();
  }
}
