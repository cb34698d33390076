package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.pod.status.StatusBack;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The writes on local pods: status patches without resourceVersion, and the final DELETE. */
final class PodWrites {
  private final Api home;
  private final Feed<Pod> pods;
  private final Clock clock;

  PodWrites(Api home, Feed<Pod> pods, Clock clock) {
    this.home = home;
    this.pods = pods;
    this.clock = clock;
  }

  /** Patches the status; a pod that is gone or replaced meanwhile needs none (T-5). */
  void status(Ref ref, Map<String, Object> patch, @Nullable String manager) {
    Patch body = Patch.strategic(patch).to("status");
    try {
      pods.seen(home.patch(pods.kind(), ref, manager == null ? body : body.as(manager)));
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.NOT_FOUND) && !failure.meansOtherUid()) {
        throw failure;
      }
    }
  }

  /** Whether this very pod is wanted, asked consistently: what we know of it may be old. */
  boolean isWanted(Pod local) {
    return home.find(pods.kind(), Ref.of(local))
        .map(Pod::getMetadata)
        .filter(now -> now.getUid().equals(local.getMetadata().getUid()))
        .filter(now -> now.getDeletionTimestamp() == null)
        .isPresent();
  }

  /** Nothing of the pod runs any more: terminal first, or Jobs wait for ever (T-3, D-5a). */
  void finish(Ref ref, Pod local, boolean end, boolean delete) {
    if (end) {
      StatusBack.terminal(local, clock.instant())
          .ifPresent(patch -> status(ref, patch, Names.FIELD_MANAGER_TERMINAL));
    }
    if (delete) {
      pods.delete(ref, local.getMetadata().getUid(), 0L);
    }
  }

  void reject(Ref ref, Pod local, String phase, String reason) {
    StatusBack.rejected(local, phase, reason, clock.instant())
        .ifPresent(patch -> status(ref, patch, null));
  }
}
