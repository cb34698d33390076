package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.guard.Breaker;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.metrics.Measured;
import io.sluice.engine.time.WallClock;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.border.Extension;
import io.sluice.kubelet.border.Extensions;
import io.sluice.kubelet.reflect.PodsAtHome;
import io.sluice.kubelet.serve.NodePods;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.home.Grace;
import io.sluice.translate.pod.home.HomePlan;
import io.sluice.translate.pod.home.HomeRules;
import io.sluice.translate.pod.home.HomeScene;
import io.sluice.translate.pod.home.Unasked;
import io.sluice.translate.pod.twin.HomeApi;
import io.sluice.translate.pod.twin.Route;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings each pod of the virtual node to the provider and its status back. What to do is decided by
 * {@link HomeRules}; this class follows both sides, asks and dispatches. Both directions enqueue
 * one key, the local namespace and name.
 */
public final class PodKeeper implements PodsAtHome, NodePods, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PodKeeper.class);
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");
  private static final int WORKERS = 32;
  private static final Duration SOON = Duration.ofMillis(50);
  private static final Duration HELD = Duration.ofSeconds(10);

  private final Api home;
  private final Workloads backEnd;
  private final KubeletOptions options;
  private final Surroundings around;
  private final Breaker breaker;
  private final Events events;
  private final Loop<Ref> loop;
  private final Feed<Pod> pods;
  private final Extensions extensions;
  private final Memories memories = new Memories(System::nanoTime);
  private final Promptness promptness;
  private final PodWrites writes;
  private final Offloader offloader;
  private final Map<String, RemoteWorkload> workloads = new ConcurrentHashMap<>();
  private final List<Consumer<Ref>> followers = new CopyOnWriteArrayList<>();

  public PodKeeper(
      Api home,
      Workloads backEnd,
      KubeletOptions options,
      Extensions extensions,
      Surroundings around) {
    this.home = home;
    this.backEnd = backEnd;
    this.options = options;
    this.around = around;
    this.breaker = around.breaker();
    this.events = new Events(home, "sluice-kubelet", options.nodeName(), WallClock.ours());
    // An exit code that admission refuses for a while is reported when it lets it pass.
    this.loop = new Loop<>("pods", this::reconcile, Failures.insisting("pods"));
    this.promptness = new Promptness(options.nodeName(), WallClock.ours());
    Scope mine = Scope.fields("spec.nodeName=" + options.nodeName());
    this.pods = new Feed<>(home, PODS, mine, new OnPod()).packed();
    this.writes = new PodWrites(home, pods, WallClock.ours());
    this.offloader = new Offloader(options, around, memories, writes);
    this.extensions = extensions;
    extensions.listen(new OnExtension());
    around.addresses().listen(this::revisit);
  }

  public void start() {
    pods.start();
    loop.start(WORKERS);
  }

  /** Every pod is looked at: none may be shown ready while the provider does not answer (T-16). */
  public void linkChanged(boolean reachable) {
    offloader.linkUp(reachable);
    revisit();
  }

  /** Waits until no pod is shown ready any more, but not for ever. */
  public void awaitNoneReady(Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    while (pods.all().stream().anyMatch(PodKeeper::isReady) && System.nanoTime() - end < 0) {
      Thread.sleep(SOON);
    }
  }

  private static boolean isReady(Pod pod) {
    return !Facts.isTerminal(pod) && Facts.isTrue(pod, Facts.READY);
  }

  @Override
  public void listen(Consumer<Ref> listener) {
    followers.add(listener);
  }

  @Override
  public boolean synced() {
    return pods.synced();
  }

  @Override
  public Optional<Pod> get(Ref ref) {
    return pods.get(ref);
  }

  @Override
  public List<Ref> in(String namespace) {
    return pods.refs().stream().filter(ref -> ref.namespace().equals(namespace)).toList();
  }

  @Override
  public String nameAtHome(Ref remote) {
    RemoteWorkload workload = workloads.get(remote.namespace());
    return workload == null ? remote.name() : workload.twinOf(remote.name());
  }

  @Override
  public boolean talksHome(Pod pod) {
    boolean ended =
        pod.getStatus() != null
            && pod.getStatus().getPhase() != null
            && ENDED.contains(pod.getStatus().getPhase());
    return !ended && around.homeApi().get().of(pod) instanceof HomeApi.Tokens;
  }

  private void revisit() {
    pods.refs().forEach(loop.queue()::add);
  }

  @Override
  public List<Pod> all() {
    return pods.all();
  }

  @Override
  public Optional<Hosted> find(Ref ref) {
    @Nullable RemoteWorkload workload = workloads.get(ref.namespace());
    RemoteWorkload.Observed twin =
        workload == null ? RemoteWorkload.Observed.NOTHING : workload.observe(ref.name());
    return pods.get(ref)
        .map(
            local -> {
              // A predecessor's twin may still be there, terminating (D-3).
              boolean own =
                  twin.shadow()
                      .flatMap(PodKeeper::localUid)
                      .filter(local.getMetadata().getUid()::equals)
                      .isPresent();
              return new Hosted(
                  local,
                  extensions.ofLocal(ref.namespace()).map(Extension::twin).orElse(null),
                  own ? twin.shadow().orElse(null) : null,
                  own ? twin.pod().orElse(null) : null);
            });
  }

  private final class OnPod implements Feed.Listener<Pod> {
    @Override
    public void changed(Ref ref, @Nullable Pod now) {
      if (now != null) {
        promptness.saw(now, pods.synced());
      }
      loop.queue().add(ref);
      followers.forEach(follower -> follower.accept(ref));
    }

    @Override
    public void gone(Ref ref, Pod last) {
      memories.gone(last, Grace.asked(last));
      promptness.gone(last);
      changed(ref, null);
    }
  }

  private final class OnExtension implements Extensions.Listener {
    @Override
    public void started(Extension extension) {
      RemoteWorkload opened = backEnd.open(extension, new OnTwin(extension));
      workloads.put(extension.local(), opened);
      opened.start(); // only now: its first news must find it
    }

    @Override
    public void stopped(Extension extension) {
      RemoteWorkload closed = workloads.remove(extension.local());
      if (closed != null) {
        closed.close();
      }
      enqueue(extension.local());
    }

    @Override
    public void known() {
      revisit();
    }
  }

  private final class OnTwin implements Workloads.News {
    private final Extension extension;

    OnTwin(Extension extension) {
      this.extension = extension;
    }

    @Override
    public void changed(String name) {
      loop.queue().add(new Ref(extension.local(), name));
    }

    @Override
    public void synced() {
      enqueue(extension.local());
    }
  }

  private void enqueue(String namespace) {
    in(namespace).forEach(loop.queue()::add);
    RemoteWorkload workload = workloads.get(namespace);
    if (workload != null) {
      workload.names().forEach(name -> loop.queue().add(new Ref(namespace, name)));
    }
  }

  private Next reconcile(Ref ref) {
    @Nullable RemoteWorkload workload = workloads.get(ref.namespace());
    boolean ready =
        pods.synced()
            && extensions.isKnown()
            && around.addresses().known()
            && around.offloadings().known();
    if (!ready || (workload != null && !workload.synced())) {
      return Next.again(SOON);
    }
    @Nullable Pod local = pods.get(ref).orElse(null);
    RemoteWorkload.Observed twin =
        workload == null ? RemoteWorkload.Observed.NOTHING : workload.observe(ref.name());
    if (local == null && !provedGone(ref, twin.shadow())) {
      return Next.again(SOON);
    }
    HomeScene scene = scene(ref, local, twin, workload != null);
    if (local != null) {
      twin.pod().filter(scene::isOurs).ifPresent(pod -> memories.saw(local, pod));
    }
    return act(ref, scene, HomeRules.decide(scene), workload);
  }

  /** T-14: the twin outlives its local pod until that one is certainly gone. */
  private boolean provedGone(Ref ref, Optional<ShadowPod> shadow) {
    return shadow
        .flatMap(PodKeeper::localUid)
        .map(uid -> Absence.proved(home, pods, ref, uid))
        .orElse(true);
  }

  private HomeScene scene(
      Ref ref, @Nullable Pod local, RemoteWorkload.Observed twin, boolean extended) {
    String twinNamespace =
        extensions.ofLocal(ref.namespace()).map(Extension::twin).orElse(ref.namespace());
    Route route =
        new Route(
            options.peer().consumer(),
            options.peer().provider(),
            options.nodeName(),
            twinNamespace);
    @Nullable Long grace =
        local != null
            ? null
            : twin.shadow().flatMap(PodKeeper::localUid).map(memories::takeGrace).orElse(null);
    return new HomeScene(
        local,
        twin.shadow().orElse(null),
        twin.pod().orElse(null),
        new HomeScene.Circumstances(route, extended, false, grace));
  }

  private Next act(Ref ref, HomeScene scene, HomePlan plan, @Nullable RemoteWorkload workload) {
    Pod local = scene.local();
    return switch (plan) {
      case HomePlan.Offload _ when local != null && workload != null ->
          offloader.offload(ref, scene, workload);
      case HomePlan.Align _ when local != null && workload != null ->
          offloader.align(ref, scene, workload);
      case HomePlan.Show _ when local != null -> offloader.show(ref, scene);
      case HomePlan.DeleteShadow(String uid, Long grace, String why) when workload != null ->
          deleteShadow(ref, scene, new HomePlan.DeleteShadow(uid, grace, why), workload);
      case HomePlan.Finish(String _, boolean end, boolean delete) when local != null -> {
        writes.finish(ref, local, end, delete);
        yield Next.REST;
      }
      case HomePlan.Reject(String phase, String reason) when local != null -> {
        writes.reject(ref, local, phase, reason);
        events.warn(local, Reasons.REFLECTION_DISABLED, notExtended(ref));
        yield Next.REST;
      }
      case HomePlan.Unfit(String reason, String message) when local != null -> {
        writes.reject(ref, local, Facts.FAILED, reason);
        events.warn(local, reason, message);
        yield Next.REST;
      }
      case HomePlan.Conflict(String message) when local != null -> {
        events.warn(local, Reasons.FAILED_REFLECTION, message);
        yield offloader.refuse(ref, scene.withoutStrangers(), Reasons.NAME_CONFLICT, message);
      }
      case HomePlan.Offload _,
          HomePlan.Align _,
          HomePlan.Show _,
          HomePlan.DeleteShadow _,
          HomePlan.Finish _,
          HomePlan.Reject _,
          HomePlan.Unfit _,
          HomePlan.Conflict _,
          HomePlan.Wait _,
          HomePlan.Nothing _ ->
          Next.REST;
    };
  }

  private Next deleteShadow(
      Ref ref, HomeScene scene, HomePlan.DeleteShadow plan, RemoteWorkload workload) {
    ShadowPod shadow = Objects.requireNonNull(scene.shadow());
    Optional<String> uid = localUid(shadow);
    boolean unasked =
        Unasked.of(scene.local(), shadow) && uid.filter(memories::wasGivenUp).isEmpty();
    if (unasked && !breaker.isSettled()) {
      return Next.again(SOON);
    }
    if (unasked && !isPermitted(scene, workload.names().size())) {
      LOG.atWarn()
          .addKeyValue("pod", ref)
          .addKeyValue("why", breaker.tripped())
          .log("deletion held until resumed");
      Measured.DELETIONS_HELD.add(options.nodeName());
      return Next.again(HELD);
    }
    if (plan.grace() != null) {
      workload.update(ref.name(), plan.uid(), Grace.announcement(plan.grace()));
    }
    workload.delete(ref.name(), plan.uid());
    uid.ifPresent(memories::forget);
    return Next.REST;
  }

  private boolean isPermitted(HomeScene scene, int twins) {
    return scene.local() == null ? breaker.permits(twins) : breaker.permitsReplacing(twins);
  }

  private String notExtended(Ref ref) {
    return "namespace %s is not extended to %s; keep pods such as those of DaemonSets away with node affinity liqo.io/type DoesNotExist"
        .formatted(ref.namespace(), options.peer().provider());
  }

  private static Optional<String> localUid(ShadowPod shadow) {
    Map<String, String> annotations = shadow.getMetadata().getAnnotations();
    return annotations == null
        ? Optional.empty()
        : Optional.ofNullable(annotations.get(Annotations.LOCAL_UID));
  }

  @Override
  public void close() {
    workloads.values().forEach(RemoteWorkload::close);
    pods.close();
    loop.close();
  }
}
