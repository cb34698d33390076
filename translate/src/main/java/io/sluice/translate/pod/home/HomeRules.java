package io.sluice.translate.pod.home;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.node.NodeObject;
import io.sluice.translate.pod.Facts;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The consumer's decision about one name, in the order of §3.5.1. */
public final class HomeRules {
  /** Ends that home decided: the twin has to go with them. */
  private static final Set<String> DECIDED_AT_HOME =
      Set.of(
          Reasons.OFFLOADING_ABORTED,
          Reasons.REMOTE_POD_LOST,
          Reasons.REMOTE_UNSCHEDULABLE,
          Reasons.PROVIDER_SILENT);

  private HomeRules() {}

  public static HomePlan decide(HomeScene scene) {
    var local = scene.local();
    if (local == null) {
      return withoutLocal(scene);
    }
    if (!scene.at().extended()) {
      return notExtended(local);
    }
    if (Facts.isLeaving(local)) {
      return leaving(local, scene);
    }
    if (isStranger(scene.shadow(), scene) || isStranger(scene.remote(), scene)) {
      return new HomePlan.Conflict(
          "an object of this name exists in " + scene.at().route().destination());
    }
    var shadow = scene.shadow();
    if (shadow != null && !Facts.isOfThisLife(shadow, local)) {
      return delete(shadow, null, "of an earlier pod of this name"); // D-3
    }
    if (Facts.isTerminal(local)) {
      return terminal(local, scene);
    }
    return shadow == null ? withoutShadow(scene) : withShadow(shadow);
  }

  private static HomePlan withoutLocal(HomeScene scene) {
    var shadow = scene.shadow();
    return shadow == null || !scene.isOurs(shadow) || scene.isOfOtherNode(shadow)
        ? new HomePlan.Nothing("nothing of this node")
        : delete(shadow, scene.at().lastGrace(), "the local pod is gone");
  }

  private static HomePlan delete(ShadowPod shadow, @Nullable Long grace, String why) {
    return Facts.isLeaving(shadow)
        ? new HomePlan.Wait("the ShadowPod is leaving")
        : new HomePlan.DeleteShadow(shadow.getMetadata().getUid(), grace, why);
  }

  /** §3.5.7, which is also what DaemonSet pods with wildcard tolerations get. */
  private static HomePlan notExtended(Pod local) {
    if (Facts.isLeaving(local)) {
      return finish(local);
    }
    if (Facts.isTerminal(local)) {
      return new HomePlan.Nothing("finished");
    }
    return Facts.phase(local).equals(Facts.PENDING)
            && Frozen.list(Facts.status(local).getContainerStatuses()).isEmpty()
        ? new HomePlan.Reject(Facts.PENDING, Reasons.OFFLOADING_BACK_OFF)
        : new HomePlan.Reject(Facts.FAILED, Reasons.OFFLOADING_ABORTED);
  }

  private static HomePlan leaving(Pod local, HomeScene scene) {
    var shadow = scene.shadow();
    if (shadow != null && scene.isOurs(shadow) && !Facts.isLeaving(shadow)) {
      return delete(shadow, Grace.asked(local), "the local pod is leaving");
    }
    return isMine(shadow, local, scene) || isMine(scene.remote(), local, scene)
        ? new HomePlan.Show()
        : finish(local);
  }

  private static boolean isMine(@Nullable HasMetadata object, Pod local, HomeScene scene) {
    return object != null && scene.isOurs(object) && Facts.isOfThisLife(object, local);
  }

  private static boolean isStranger(@Nullable HasMetadata object, HomeScene scene) {
    return object != null && !scene.isOurs(object);
  }

  /**
   * T-3: never a final DELETE on a pod that is not terminal, and none on a pod that only foreign
   * finalizers still hold.
   */
  private static HomePlan finish(Pod local) {
    var end = !Facts.isTerminal(local);
    var grace = local.getMetadata().getDeletionGracePeriodSeconds();
    var delete = grace == null || grace != 0;
    return end || delete
        ? new HomePlan.Finish(local.getMetadata().getUid(), end, delete)
        : new HomePlan.Nothing("held by finalizers of others");
  }

  /** Finished is final: the record stays until the pod is deleted, but nothing runs on. */
  private static HomePlan terminal(Pod local, HomeScene scene) {
    var shadow = scene.shadow();
    if (shadow == null || Facts.isLeaving(shadow)) {
      return new HomePlan.Nothing("finished");
    }
    var decidedHere = DECIDED_AT_HOME.contains(String.valueOf(Facts.status(local).getReason()));
    return !isRecorded(shadow) && (decidedHere || runsOn(scene.remote(), local))
        ? delete(shadow, null, "finished at home")
        : new HomePlan.Nothing("finished");
  }

  private static boolean runsOn(@Nullable Pod remote, Pod local) {
    return remote != null
        && !Facts.isTerminal(remote)
        && !Facts.isLeaving(remote)
        && Facts.isOfThisLife(remote, local);
  }

  private static boolean isRecorded(ShadowPod shadow) {
    return shadow.getStatus() != null && shadow.getStatus().phase().isFinished();
  }

  private static HomePlan withoutShadow(HomeScene scene) {
    if (scene.at().creating()) {
      return new HomePlan.Wait("the ShadowPod is being created");
    }
    if (scene.remote() != null) {
      return new HomePlan.Wait("an earlier pod of this name has not ended yet"); // D-3
    }
    return isOfOtherSystem(scene.local())
        ? new HomePlan.Unfit(
            Reasons.POD_OS_NOT_SUPPORTED, "virtual nodes run pods of " + NodeObject.SYSTEM)
        : new HomePlan.Offload();
  }

  /** The scheduler sees to this, but not for a pod that names its node itself. */
  private static boolean isOfOtherSystem(@Nullable Pod local) {
    return local != null
        && local.getSpec().getOs() != null
        && !NodeObject.SYSTEM.equals(local.getSpec().getOs().getName());
  }

  private static HomePlan withShadow(ShadowPod shadow) {
    return Facts.isLeaving(shadow) ? new HomePlan.Show() : new HomePlan.Align();
  }
}
