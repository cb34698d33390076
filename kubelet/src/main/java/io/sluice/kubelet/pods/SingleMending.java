package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.compare.Trees;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.ending.Loss;
import io.sluice.translate.pod.enforce.RemoteUpdate;
import io.sluice.translate.pod.single.CurrentPod;
import io.sluice.translate.pod.single.SingleJob;
import io.sluice.translate.pod.single.SingleReplicaSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an enforcer would do in a provider that has none: the twin stays as home wants it. */
final class SingleMending {
  private static final Logger LOG = LoggerFactory.getLogger(SingleMending.class);
  private static final Kind<Pod> PODS = Kind.of(Pod.class);

  private final Api remote;
  private final Feed<ReplicaSet> replicaSets;
  private final Feed<Job> jobs;
  private final SinglePods pods;

  /**
   * Generation of each ReplicaSet after its template was put right: a server that stores it in
   * another form is asked once and not for ever.
   */
  private final Map<String, Long> mended = new ConcurrentHashMap<>();

  SingleMending(Api remote, Feed<ReplicaSet> replicaSets, Feed<Job> jobs, SinglePods pods) {
    this.remote = remote;
    this.replicaSets = replicaSets;
    this.jobs = jobs;
    this.pods = pods;
  }

  void mend(ShadowPod wanted) {
    Ref ref = Ref.of(wanted);
    replicaSets.get(ref).filter(kept -> isOf(kept, wanted)).ifPresent(kept -> mend(kept, wanted));
    jobs.get(ref).filter(kept -> isOf(kept, wanted)).ifPresent(kept -> mend(kept, wanted));
  }

  private void mend(ReplicaSet kept, ShadowPod wanted) {
    Map<String, Object> spec = new LinkedHashMap<>();
    if (SingleReplicaSet.isScaled(kept)) {
      spec.put("replicas", 1);
    }
    Map<String, ?> template = Json.tree(SingleReplicaSet.template(wanted));
    if (!kept.getMetadata().getGeneration().equals(mended.get(kept.getMetadata().getUid()))
        && !Trees.includes(Json.tree(kept.getSpec().getTemplate()), template)) {
      spec.put("template", template);
    }
    if (!spec.isEmpty()) {
      ReplicaSet now = write(replicaSets, kept, spec);
      mended.put(now.getMetadata().getUid(), now.getMetadata().getGeneration());
    }
    carry(SingleReplicaSet.shadow(kept));
  }

  private void mend(Job kept, ShadowPod wanted) {
    if (SingleJob.isFailed(kept) && pods.isTaken(kept) && recreates(wanted)) {
      // D-1: what was taken away is run anew; a Job that has failed does not do it.
      jobs.delete(Ref.of(kept), kept.getMetadata().getUid(), null);
      return;
    }
    Map<String, Object> spec = SingleJob.mending(kept);
    if (!spec.isEmpty()) {
      write(jobs, kept, spec);
    }
    carry(SingleJob.shadow(kept, null, false));
  }

  private static boolean recreates(ShadowPod wanted) {
    return Loss.of(Facts.annotations(wanted)) == Loss.RECREATE;
  }

  private <T extends HasMetadata> T write(Feed<T> feed, T kept, Map<String, Object> spec) {
    LOG.atInfo()
        .addKeyValue("twin", Ref.of(kept))
        .addKeyValue("fields", spec.keySet())
        .log("put right what somebody changed");
    T now =
        remote.patch(
            feed.kind(),
            Ref.of(kept),
            Patch.merge(
                Map.of("metadata", Map.of("uid", kept.getMetadata().getUid()), "spec", spec)));
    feed.seen(now);
    return now;
  }

  /** Changes of the description that the running pod does not have yet (T-10). */
  private void carry(ShadowPod kept) {
    CurrentPod.of(pods.of(kept.getMetadata().getName()))
        .filter(pod -> !Facts.isLeaving(pod) && !Facts.isTerminal(pod))
        .filter(pod -> isControlledBy(pod, kept))
        .ifPresent(
            pod ->
                RemoteUpdate.needed(kept, pod)
                    .forEach(update -> pods.seen(remote.patch(PODS, Ref.of(pod), patch(update)))));
  }

  private static Patch patch(RemoteUpdate update) {
    Patch patch = Patch.strategic(update.patch());
    return update.to().path().isEmpty() ? patch : patch.to(update.to().path());
  }

  private static boolean isControlledBy(Pod pod, ShadowPod kept) {
    return CurrentPod.controller(pod)
        .filter(owner -> owner.getUid().equals(kept.getMetadata().getUid()))
        .isPresent();
  }

  private static boolean isOf(HasMetadata kept, ShadowPod wanted) {
    String uid = Facts.annotations(wanted).getOrDefault(Annotations.LOCAL_UID, "");
    return !Facts.isLeaving(kept) && uid.equals(Facts.annotations(kept).get(Annotations.LOCAL_UID));
  }
}
