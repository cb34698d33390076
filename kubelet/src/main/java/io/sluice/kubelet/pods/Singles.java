package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.kubelet.border.Extension;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.RestartRules;
import io.sluice.translate.pod.single.CurrentPod;
import io.sluice.translate.pod.single.SingleJob;
import io.sluice.translate.pod.single.SingleReplicaSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The back end for providers where nothing of Sluice runs (App. B): each twin is a ReplicaSet of
 * one, or a Job of one where the pod ends by itself, of the name of the local pod.
 */
public final class Singles implements RemoteWorkload {
  private static final Kind<ReplicaSet> REPLICA_SETS = Kind.of(ReplicaSet.class);
  private static final Kind<Job> JOBS = Kind.of(Job.class);
  private static final Kind<Pod> PODS = Kind.of(Pod.class);

  private final Api remote;
  private final String twin;
  private final String nodeName;
  private final Feed<ReplicaSet> replicaSets;
  private final Feed<Job> jobs;
  private final SinglePods pods;
  private final SingleMending mending;

  public Singles(Api remote, Extension extension, String nodeName, Workloads.News news) {
    this.remote = remote;
    this.twin = extension.twin();
    this.nodeName = nodeName;
    Scope scope = Scope.namespace(twin);
    // Strangers' too: whoever has the name of a pod must be seen.
    this.replicaSets = new Feed<>(remote, REPLICA_SETS, scope, this.<ReplicaSet>listener(news));
    this.jobs = new Feed<>(remote, JOBS, scope, this.<Job>listener(news));
    this.pods =
        new SinglePods(
            remote, scope.labels(Labels.NODE_NAME + "=" + nodeName), news::changed, told(news));
    this.mending = new SingleMending(remote, replicaSets, jobs, pods);
  }

  private <T extends HasMetadata> Feed.Listener<T> listener(Workloads.News news) {
    return new Feed.Listener<>() {
      @Override
      public void changed(Ref ref, @Nullable T now) {
        news.changed(ref.name());
      }

      @Override
      public void gone(Ref ref, T last) {
        pods.forget(last.getMetadata().getUid());
        news.changed(ref.name());
      }

      @Override
      public void synced() {
        told(news).run();
      }
    };
  }

  private Runnable told(Workloads.News news) {
    return () -> {
      if (synced()) {
        news.synced();
      }
    };
  }

  @Override
  public void start() {
    replicaSets.start();
    jobs.start();
    pods.start();
  }

  @Override
  public boolean synced() {
    return replicaSets.synced() && jobs.synced() && pods.synced();
  }

  @Override
  public Observed observe(String name) {
    Ref ref = new Ref(twin, name);
    Optional<Pod> current = CurrentPod.of(pods.of(name));
    List<ShadowPod> found =
        Stream.concat(
                replicaSets.get(ref).map(SingleReplicaSet::shadow).stream(),
                jobs
                    .get(ref)
                    .map(job -> SingleJob.shadow(job, current.orElse(null), pods.isTaken(job)))
                    .stream())
            .toList();
    // Both at once only where one of them is a stranger's.
    Optional<ShadowPod> ours =
        found.stream()
            .filter(shadow -> Facts.annotations(shadow).containsKey(Annotations.LOCAL_UID))
            .findFirst();
    return new Observed(ours.or(() -> found.stream().findFirst()), current);
  }

  @Override
  public List<String> names() {
    return Stream.concat(replicaSets.all().stream(), jobs.all().stream())
        .filter(kept -> nodeName.equals(Facts.labels(kept).get(Labels.NODE_NAME)))
        .map(kept -> kept.getMetadata().getName())
        .distinct()
        .toList();
  }

  @Override
  public String twinOf(String pod) {
    return pods.twinOf(pod);
  }

  @Override
  public ShadowPod create(ShadowPod wanted) {
    if (RestartRules.isAlways(Facts.spec(wanted))) {
      replicaSets.seen(remote.create(REPLICA_SETS, SingleReplicaSet.of(wanted)));
    } else {
      jobs.seen(remote.create(JOBS, SingleJob.of(wanted)));
    }
    return wanted;
  }

  /** The metadata here; the rest follows by mending, also after a break in between. */
  @Override
  public void update(String name, String uid, Map<String, Object> change) {
    Ref ref = new Ref(twin, name);
    debug(name, change);
    Map<String, Object> metadata = new LinkedHashMap<>(map(change.get("metadata")));
    metadata.put("uid", uid);
    Patch patch = Patch.merge(Map.of("metadata", metadata));
    if (isOf(replicaSets, ref, uid)) {
      replicaSets.seen(remote.patch(REPLICA_SETS, ref, patch));
    } else {
      jobs.seen(remote.patch(JOBS, ref, patch));
    }
  }

  /** Ephemeral containers belong to one life of a pod and can't be part of a template. */
  private void debug(String name, Map<String, Object> change) {
    Object added = map(map(change.get("spec")).get("pod")).get("ephemeralContainers");
    if (added != null) {
      CurrentPod.of(pods.of(name))
          .ifPresent(
              pod ->
                  pods.seen(
                      remote.patch(
                          PODS,
                          Ref.of(pod),
                          Patch.strategic(Map.of("spec", Map.of("ephemeralContainers", added)))
                              .to("ephemeralcontainers"))));
    }
  }

  @Override
  public void mend(ShadowPod wanted) {
    mending.mend(wanted);
  }

  /**
   * The provider's garbage collector takes the pod away, with the grace of its spec; another one is
   * asked for by deleting the pod too (D-4).
   */
  @Override
  public void delete(String name, String uid) {
    Ref ref = new Ref(twin, name);
    Optional<Long> grace =
        Stream.concat(replicaSets.get(ref).stream(), jobs.get(ref).stream())
            .filter(kept -> kept.getMetadata().getUid().equals(uid))
            .flatMap(kept -> grace(kept).stream())
            .findFirst();
    List<Pod> running = pods.of(name);
    if (isOf(replicaSets, ref, uid)) {
      replicaSets.delete(ref, uid, null);
    } else {
      jobs.delete(ref, uid, null);
    }
    grace.ifPresent(
        seconds ->
            running.stream()
                .filter(pod -> isControlledBy(pod, uid))
                .forEach(
                    pod -> remote.delete(PODS, Ref.of(pod), pod.getMetadata().getUid(), seconds)));
  }

  private static boolean isControlledBy(Pod pod, String uid) {
    return CurrentPod.controller(pod).filter(owner -> owner.getUid().equals(uid)).isPresent();
  }

  private static <T extends HasMetadata> boolean isOf(Feed<T> feed, Ref ref, String uid) {
    return feed.get(ref).filter(kept -> kept.getMetadata().getUid().equals(uid)).isPresent();
  }

  private static Optional<Long> grace(HasMetadata kept) {
    try {
      return Optional.ofNullable(Facts.annotations(kept).get(Annotations.DELETION_GRACE))
          .map(Long::valueOf);
    } catch (NumberFormatException garbage) {
      return Optional.empty();
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(@Nullable Object tree) {
    return tree instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  @Override
  public void close() {
    replicaSets.close();
    jobs.close();
    pods.close();
  }
}
