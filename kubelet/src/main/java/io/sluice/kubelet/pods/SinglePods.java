package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.pod.ending.Ending;
import io.sluice.translate.pod.ending.Seen;
import io.sluice.translate.pod.single.CurrentPod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Pods of a bare provider by the twin that they run for: their own names are made up there. */
final class SinglePods implements AutoCloseable {
  private final Feed<Pod> feed;
  private final String namespace;
  private final Map<String, Set<String>> byTwin = new ConcurrentHashMap<>();

  /** What the pods of each controller showed so far, by its UID. */
  private final Map<String, Life> lives = new ConcurrentHashMap<>();

  private record Life(Seen seen, boolean taken) {
    static final Life UNSEEN = new Life(Seen.NOTHING, false);

    /** A later pod says more than an earlier one. */
    Life and(Pod pod) {
      return new Life(seen.and(pod), isBeingTaken(pod, seen));
    }
  }

  SinglePods(Api remote, Scope scope, Consumer<String> changed, Runnable synced) {
    this.namespace = scope.namespace();
    this.feed =
        new Feed<>(
            remote,
            Kind.of(Pod.class),
            scope,
            new Feed.Listener<>() {
              @Override
              public void changed(Ref ref, @Nullable Pod now) {
                if (now != null) {
                  CurrentPod.controller(now).ifPresent(owner -> saw(owner, now, changed));
                }
              }

              @Override
              public void gone(Ref ref, Pod last) {
                CurrentPod.controller(last)
                    .ifPresent(
                        owner -> {
                          forget(owner.getName(), ref.name());
                          changed.accept(owner.getName());
                        });
              }

              @Override
              public void synced() {
                synced.run();
              }
            });
  }

  void start() {
    feed.start();
  }

  boolean synced() {
    return feed.synced();
  }

  List<Pod> of(String twin) {
    return byTwin.getOrDefault(twin, Set.of()).stream()
        .flatMap(name -> feed.get(new Ref(namespace, name)).stream())
        .toList();
  }

  String twinOf(String pod) {
    return feed.get(new Ref(namespace, pod))
        .flatMap(CurrentPod::controller)
        .map(OwnerReference::getName)
        .orElse(pod);
  }

  /**
   * Whether the pod of a Job did not end by itself. A Job counts every deleted pod as failed; that
   * somebody took it away is known only to those who saw it, so after a restart it failed.
   */
  boolean isTaken(Job job) {
    String uid = job.getMetadata().getUid();
    Optional<Pod> current =
        CurrentPod.of(
            of(job.getMetadata().getName()).stream()
                .filter(
                    pod ->
                        CurrentPod.controller(pod).filter(o -> o.getUid().equals(uid)).isPresent())
                .toList());
    Life life = lives.getOrDefault(uid, Life.UNSEEN);
    return current.map(pod -> isBeingTaken(pod, life.seen())).orElse(life.taken());
  }

  void seen(Pod pod) {
    feed.seen(pod);
  }

  private void saw(OwnerReference owner, Pod pod, Consumer<String> changed) {
    byTwin
        .computeIfAbsent(owner.getName(), _ -> ConcurrentHashMap.newKeySet())
        .add(pod.getMetadata().getName());
    lives.compute(owner.getUid(), (_, life) -> (life == null ? Life.UNSEEN : life).and(pod));
    changed.accept(owner.getName());
  }

  /** The controller is gone: nobody asks any more. */
  void forget(String controllerUid) {
    lives.remove(controllerUid);
  }

  private static boolean isBeingTaken(Pod pod, Seen seen) {
    return switch (Ending.of(pod, seen)) {
      case Ending.Leaving _, Ending.Taken _ -> true;
      case Ending.Alive _, Ending.Finished _ -> false;
    };
  }

  private void forget(String twin, String pod) {
    byTwin.computeIfPresent(
        twin,
        (_, names) -> {
          names.remove(pod);
          return names.isEmpty() ? null : names;
        });
  }

  @Override
  public void close() {
    feed.close();
  }
}
