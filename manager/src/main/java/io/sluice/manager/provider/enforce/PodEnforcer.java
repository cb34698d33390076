package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.translate.Outcome;
import io.sluice.translate.pod.ending.Seen;
import io.sluice.translate.pod.enforce.EnforcePlan;
import io.sluice.translate.pod.enforce.Enforcement;
import io.sluice.translate.pod.enforce.RemotePod;
import io.sluice.translate.pod.enforce.RemoteUpdate;
import io.sluice.translate.pod.enforce.Scene;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one pod for each ShadowPod (SP-1…SP-5). It needs no connection to the consumer: deleted,
 * evicted or drained pods come back by the provider alone. What to do is decided by {@link
 * Enforcement}; this class only watches, asks and hands the answer to {@link PodActs}.
 */
public final class PodEnforcer implements Controller {
  private static final Kind<ShadowPod> SHADOWS = Kind.of(ShadowPod.class);
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final int WORKERS = 32;
  private static final Duration NEWS_OF_OTHERS = Duration.ofMillis(500);
  private static final Duration SOON = Duration.ofMillis(50);

  /** The API server may not know yet what its store does. */
  private static final Duration SHORTLY = Duration.ofSeconds(1);

  /** A refusal that may pass by itself: quota, a stranger's pod under that name. */
  private static final Duration LATER = Duration.ofSeconds(5);

  /** What only a person can change, and nobody tells us that they did. */
  private static final Duration MUCH_LATER = Duration.ofMinutes(5);

  /** Refusals of the API server that pass: quotas, and namespaces that are a moment old. */
  private static final List<String> PASSING =
      List.of("exceeded quota", "error looking up service account");

  private final Api api;
  private final Gate gate;
  private final Fences fences;
  private final Clock clock;
  private final Feed<ShadowPod> shadows;
  private final Feed<Pod> pods;
  private final Loop<Ref> loop;
  private final PodActs acts;
  private final Levels levels;
  private Feed.Listener<Pod> follower = (_, _) -> {};

  /** Grace that was asked for on ShadowPods that are gone, until their pods are too (D-4). */
  private final Map<String, Long> graces = new ConcurrentHashMap<>();

  /** Pods, by UID, that were seen to end by themselves before somebody deleted them (D-1). */
  private final Map<String, Seen> ended = new ConcurrentHashMap<>();

  /** ShadowPods by UID; true for those that appeared before our eyes and had no pod yet. */
  private final Map<String, Boolean> known = new ConcurrentHashMap<>();

  /** ShadowPods that wait for the provider's rules or quota to change. */
  private final Set<Ref> held = ConcurrentHashMap.newKeySet();

  /** ShadowPods that the API server would not have as pods, perhaps by their namespace's level. */
  private final Set<Ref> forbidden = ConcurrentHashMap.newKeySet();

  /** Generations, by UID of the ShadowPod, that the API server would not have as a pod. */
  private final Map<String, Long> refused = new ConcurrentHashMap<>();

  /** For consumers that are always heard. */
  public PodEnforcer(Api api, Function<Runnable, Gate> gate, Clock clock) {
    this(api, gate, _ -> Hearing.EVERYBODY, clock);
  }

  /**
   * @param gate made from a callback that says that rules or quota changed
   * @param hearing made from a callback that says that a consumer gave a sign of life
   */
  public PodEnforcer(
      Api api, Function<Runnable, Gate> gate, Function<Runnable, Hearing> hearing, Clock clock) {
    this.api = api;
    this.gate = gate.apply(this::retryHeld);
    this.clock = clock;
    this.loop = new Loop<>("enforce", this::reconcile, Failures.logged("enforce"));
    this.fences = new Fences(hearing, loop.queue()::add);
    this.shadows = new Feed<>(api, SHADOWS, Scope.ALL, new OnShadow()).packed();
    Scope ours = Scope.ALL.labels(Labels.MANAGED_BY + "=" + Labels.MANAGED_BY_SHADOW_POD);
    this.pods = new Feed<>(api, PODS, ours, new OnPod()).packed();
    this.acts = new PodActs(api, shadows, pods, clock);
    this.levels = new Levels(api, clock, this::retryForbidden);
  }

  /** Tells somebody else of each pod, who then needs no watch for it; only before the start. */
  public void tell(Feed.Listener<Pod> other) {
    follower = other;
  }

  @Override
  public void start() {
    gate.start();
    fences.start();
    shadows.start();
    pods.start();
    levels.start();
    loop.start(WORKERS);
  }

  private void retryHeld() {
    held.forEach(loop.queue()::add);
  }

  private void retryForbidden(String namespace) {
    forbidden.stream().filter(ref -> ref.namespace().equals(namespace)).forEach(loop.queue()::add);
  }

  private final class OnShadow implements Feed.Listener<ShadowPod> {
    @Override
    public void changed(Ref ref, @Nullable ShadowPod now) {
      if (now != null) {
        known.putIfAbsent(now.getMetadata().getUid(), shadows.synced());
      }
      // The echo of the refusal that we wrote is no reason to ask again.
      if (now == null || !isRefused(now)) {
        loop.queue().add(ref);
      }
    }

    private boolean isRefused(ShadowPod now) {
      Long generation = refused.get(now.getMetadata().getUid());
      return generation != null && generation.equals(now.getMetadata().getGeneration());
    }

    @Override
    public void gone(Ref ref, ShadowPod last) {
      refused.remove(last.getMetadata().getUid());
      known.remove(last.getMetadata().getUid());
      Long grace = Scene.graceOf(last);
      if (grace != null) {
        graces.put(last.getMetadata().getUid(), grace);
      }
      loop.queue().add(ref);
    }
  }

  private final class OnPod implements Feed.Listener<Pod> {
    @Override
    public void changed(Ref ref, @Nullable Pod now) {
      if (now != null) {
        String uid = now.getMetadata().getUid();
        Seen seen = ended.getOrDefault(uid, Seen.NOTHING).and(now);
        if (seen.finished()) {
          ended.put(uid, seen);
        }
        owner(now).ifPresent(shadow -> gate.saw(shadow, now));
      }
      loop.queue().add(ref);
      follower.changed(ref, now);
    }

    @Override
    public void synced() {
      follower.synced();
    }

    @Override
    public void gone(Ref ref, Pod last) {
      ended.remove(last.getMetadata().getUid());
      owner(last).ifPresent(shadow -> forget(shadow));
      // Mostly its ShadowPod went too, and the news comes on another watch: waiting saves a GET.
      loop.queue().addAfter(ref, NEWS_OF_OTHERS);
      follower.gone(ref, last);
    }
  }

  private void forget(String shadow) {
    graces.remove(shadow);
    gate.gone(shadow);
    retryHeld(); // what it held is free now
  }

  private Next reconcile(Ref ref) {
    if (!shadows.synced() || !pods.synced() || !gate.ready()) {
      return Next.again(SOON);
    }
    held.remove(ref);
    forbidden.remove(ref);
    @Nullable ShadowPod shadow = shadows.get(ref).orElse(null);
    @Nullable Pod pod = pods.get(ref).orElse(null);
    Seen seen =
        pod == null ? Seen.NOTHING : ended.getOrDefault(pod.getMetadata().getUid(), Seen.NOTHING);
    boolean silent = fences.isSilent(ref, shadow);
    Next next = act(ref, new Scene(shadow, grace(shadow, pod), pod, seen, clock.instant(), silent));
    return next instanceof Next.Rest ? fences.untilSilence(shadow) : next;
  }

  private Next act(Ref ref, Scene scene) {
    @Nullable ShadowPod shadow = scene.shadow();
    @Nullable Pod pod = scene.pod();
    return switch (Enforcement.decide(scene)) {
      case EnforcePlan.Create _ when shadow != null && isStillWanted(shadow) -> create(shadow);
      case EnforcePlan.Create _ -> Next.REST;
      case EnforcePlan.Delete(String uid, Long grace, String _) -> delete(ref, scene, uid, grace);
      case EnforcePlan.Report(var status) -> {
        if (shadow != null) {
          acts.report(shadow, status, Optional.ofNullable(pod));
        }
        yield Next.REST;
      }
      case EnforcePlan.Admit _ -> {
        if (shadow != null) {
          acts.admitted(shadow, Reasons.CREATED_POD);
        }
        yield Next.REST;
      }
      case EnforcePlan.Release(String uid) -> {
        acts.release(ref, uid);
        yield Next.REST;
      }
      case EnforcePlan.Update(var updates) when shadow != null && pod != null ->
          update(shadow, pod, updates);
      case EnforcePlan.Update _ -> Next.REST;
      case EnforcePlan.Later(Duration delay, String _) -> Next.again(delay);
      case EnforcePlan.Wait _ -> Next.REST;
      case EnforcePlan.Nothing _ -> Next.REST;
      case EnforcePlan.Refuse(String reason, String message) -> refuse(shadow, reason, message);
    };
  }

  private Next create(ShadowPod shadow) {
    try {
      return settle(shadow, gate.create(shadow, this::post));
    } catch (ApiFailure failure) {
      return notCreated(shadow, failure);
    }
  }

  private Next settle(ShadowPod shadow, Gate.Verdict verdict) {
    return switch (verdict) {
      case Gate.Verdict.Pass _ -> {
        acts.admitted(shadow, Reasons.CREATED_POD);
        yield Next.REST;
      }
      case Gate.Verdict.Hold(String reason, String message) -> {
        held.add(Ref.of(shadow));
        acts.refuse(shadow, reason, message);
        yield Next.again(LATER);
      }
      case Gate.Verdict.Refuse(String reason, String message) -> refuse(shadow, reason, message);
    };
  }

  /** What people and controllers write on a pod passes; what it runs and takes is looked at. */
  private Next update(ShadowPod shadow, Pod pod, List<RemoteUpdate> updates) {
    Ref ref = Ref.of(pod);
    if (updates.stream().noneMatch(update -> update.patch().containsKey("spec"))) {
      acts.update(ref, updates);
      return Next.REST;
    }
    try {
      return settle(shadow, gate.change(shadow, pod, () -> acts.update(ref, updates)));
    } catch (ApiFailure failure) {
      if (!failure.problem().permanent()) {
        throw failure;
      }
      acts.refuse(shadow, Reasons.FAILED_UPDATE_POD, failure.reason());
      return Next.REST;
    }
  }

  /**
   * A pod that vanished may have gone with its ShadowPod, and the news of that may still be on its
   * way, after a pause of this process for instance: what was deleted must not run again (D-2).
   */
  private boolean isStillWanted(ShadowPod shadow) {
    String uid = shadow.getMetadata().getUid();
    if (Boolean.TRUE.equals(known.get(uid))) {
      return true;
    }
    return api.find(SHADOWS, Ref.of(shadow))
        .map(ShadowPod::getMetadata)
        .filter(now -> now.getUid().equals(uid) && now.getDeletionTimestamp() == null)
        .isPresent();
  }

  private void post(ShadowPod shadow) {
    switch (RemotePod.toCreate(shadow, Outcome::ok)) {
      case Outcome.Ok<Pod>(Pod wanted) -> {
        known.replace(shadow.getMetadata().getUid(), false);
        acts.create(wanted);
      }
      case Outcome.Failed<Pod>(String why) -> throw new IllegalStateException(why);
    }
  }

  /** The API server's own words go home, with which the pending pod is explained. */
  private Next notCreated(ShadowPod shadow, ApiFailure failure) {
    return switch (failure.problem()) {
      case EXISTS -> taken(shadow);
      case FORBIDDEN, INVALID, TOO_LARGE -> {
        refused.put(shadow.getMetadata().getUid(), shadow.getMetadata().getGeneration());
        acts.refuse(shadow, Reasons.FAILED_CREATE_POD, failure.reason());
        forbidden.add(Ref.of(shadow));
        yield Next.again(pauseAfter(shadow, failure));
      }
      case SERVER -> { // a webhook that does not answer, for one: tried again, but not silently
        acts.refuse(shadow, Reasons.FAILED_CREATE_POD, failure.reason());
        throw failure;
      }
      case NOT_FOUND, CONFLICT, EXPIRED, UNAUTHORIZED, THROTTLED, UNREACHABLE -> throw failure;
    };
  }

  private Duration pauseAfter(ShadowPod shadow, ApiFailure failure) {
    if (levels.isFresh(shadow.getMetadata().getNamespace())) {
      return SHORTLY;
    }
    return PASSING.stream().anyMatch(failure.reason()::contains) ? LATER : MUCH_LATER;
  }

  /** A pod of this name that our feed does not show: our own echo, or a stranger's (D-3). */
  private Next taken(ShadowPod shadow) {
    Optional<Pod> found = api.find(PODS, Ref.of(shadow));
    if (found.isEmpty()) {
      return Next.again(SOON);
    }
    if (owner(found.get()).isPresent()) {
      pods.seen(found.get());
      return Next.again(SOON);
    }
    acts.refuse(
        shadow, Reasons.NAME_CONFLICT, "a pod of this name is there that Sluice did not make");
    return Next.again(LATER);
  }

  private Next delete(Ref ref, Scene scene, String uid, @Nullable Long grace) {
    Pod pod = scene.pod();
    boolean orphan = scene.shadow() == null;
    Optional<String> owner = pod == null ? Optional.empty() : owner(pod);
    if (orphan && owner.isPresent() && !Absence.proved(api, shadows, ref, owner.get())) {
      return Next.again(SOON); // the list lacks what is there: it will come
    }
    acts.delete(ref, uid, grace);
    return Next.REST;
  }

  private Next refuse(@Nullable ShadowPod shadow, String reason, String message) {
    if (shadow != null) {
      held.add(Ref.of(shadow));
      acts.refuse(shadow, reason, message);
    }
    return Next.REST;
  }

  private @Nullable Long grace(@Nullable ShadowPod shadow, @Nullable Pod pod) {
    if (shadow != null) {
      return Scene.graceOf(shadow);
    }
    return pod == null ? null : owner(pod).map(graces::get).orElse(null);
  }

  /** UID of the ShadowPod that a pod was made for. */
  private static Optional<String> owner(Pod pod) {
    return pod.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .filter(owner -> owner.getKind().equals("ShadowPod"))
        .map(owner -> owner.getUid())
        .findFirst();
  }

  @Override
  public void close() {
    shadows.close();
    pods.close();
    levels.close();
    gate.close();
    fences.close();
    loop.close();
  }
}
