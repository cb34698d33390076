package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.pod.ending.FinalRecord;
import io.sluice.translate.pod.enforce.RemoteUpdate;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The writes of enforcement: each is sent once, tied to a UID, and its answer is taken in. */
final class PodActs {
  private final Api api;
  private final Feed<ShadowPod> shadows;
  private final Feed<Pod> pods;
  private final LogTails tails;
  private final Clock clock;

  PodActs(Api api, Feed<ShadowPod> shadows, Feed<Pod> pods, Clock clock) {
    this.api = api;
    this.shadows = shadows;
    this.pods = pods;
    this.tails = new LogTails(api);
    this.clock = clock;
  }

  void create(Pod wanted) {
    pods.seen(api.create(pods.kind(), wanted));
  }

  void delete(Ref ref, String uid, @Nullable Long grace) {
    pods.delete(ref, uid, grace);
  }

  /** Takes our finalizer off and leaves those of others (D-2). */
  void release(Ref ref, String uid) {
    Map<String, Object> metadata =
        Map.of("uid", uid, "$deleteFromPrimitiveList/finalizers", List.of(Finalizers.OUTCOME));
    patchPod(ref, Patch.strategic(Map.of("metadata", metadata)));
  }

  void update(Ref ref, List<RemoteUpdate> updates) {
    for (RemoteUpdate update : updates) {
      Patch patch = Patch.strategic(update.patch());
      patchPod(ref, update.to().path().isEmpty() ? patch : patch.to(update.to().path()));
    }
  }

  /** The object that was meant may be gone by now, which is what the next look will see. */
  private void patchPod(Ref ref, Patch patch) {
    try {
      pods.seen(api.patch(pods.kind(), ref, patch));
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.NOT_FOUND) && !failure.meansOtherUid()) {
        throw failure;
      }
    }
  }

  /** Writes the final record, or as much of it as fits: the phase always does (D-13a). */
  void report(ShadowPod shadow, ShadowPodStatus status, Optional<Pod> pod) {
    ShadowPodStatus complete =
        status.phase().isFinished()
            ? pod.map(last -> tails.addTo(status, shadow, last)).orElse(status)
            : status;
    ApiFailure tooLarge = null;
    for (ShadowPodStatus version : FinalRecord.everSmaller(complete)) {
      try {
        patchStatus(shadow, version);
        return;
      } catch (ApiFailure failure) {
        if (!failure.is(Problem.TOO_LARGE) && !failure.reason().contains("too large")) {
          throw failure;
        }
        tooLarge = failure;
      }
    }
    if (tooLarge != null) {
      throw tooLarge;
    }
  }

  /** Says on the ShadowPod why it has no pod, unless it says so already. */
  void refuse(ShadowPod shadow, String reason, String message) {
    say(shadow, ConditionStatus.FALSE, reason, message);
  }

  /** Takes back an earlier refusal; costs nothing where there was none. */
  void admitted(ShadowPod shadow, String reason) {
    if (admission(shadow).isPresent()) {
      say(shadow, ConditionStatus.TRUE, reason, "");
    }
  }

  private void say(ShadowPod shadow, ConditionStatus status, String reason, String message) {
    Optional<Condition> said = admission(shadow);
    if (said.filter(it -> it.status() == status)
        .filter(it -> reason.equals(it.reason()) && message.equals(it.message()))
        .isPresent()) {
      return;
    }
    String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    Condition condition = new Condition(ConditionTypes.ADMITTED, status, reason, message, now);
    ShadowPodPhase phase =
        shadow.getStatus() == null ? ShadowPodPhase.PENDING : shadow.getStatus().phase();
    patchStatus(shadow, new ShadowPodStatus(phase, null, Map.of(), List.of(condition)));
  }

  private static Optional<Condition> admission(ShadowPod shadow) {
    return shadow.getStatus() == null
        ? Optional.empty()
        : shadow.getStatus().conditions().stream()
            .filter(condition -> condition.type().equals(ConditionTypes.ADMITTED))
            .findFirst();
  }

  private void patchStatus(ShadowPod shadow, ShadowPodStatus status) {
    Map<String, Object> body =
        Map.of("metadata", Map.of("uid", shadow.getMetadata().getUid()), "status", status);
    try {
      shadows.seen(api.patch(shadows.kind(), Ref.of(shadow), Patch.merge(body).to("status")));
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.NOT_FOUND) && !failure.meansOtherUid()) {
        throw failure;
      }
    }
  }
}
