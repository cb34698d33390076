package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.time.WallClock;
import io.sluice.engine.work.Next;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.translate.pod.fence.FenceWord;
import io.sluice.translate.pod.home.HomeScene;
import io.sluice.translate.pod.status.Around;
import io.sluice.translate.pod.status.Pending;
import io.sluice.translate.pod.status.StatusBack;
import io.sluice.translate.pod.twin.NamespaceSettings;
import io.sluice.translate.pod.twin.PodTwin;
import io.sluice.translate.pod.twin.ShadowUpdate;
import io.sluice.translate.pod.twin.Twin;
import io.sluice.translate.pod.twin.TwinContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One pod over the border and its status back, with the reason whenever it waits. */
final class Offloader {
  /** A refusal that only a person at the provider can lift is tried again this often. */
  private static final Duration REFUSED = Duration.ofSeconds(30);

  /** How long a request may go unanswered before the local pod says so. */
  private static final Duration UNANSWERED = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(Offloader.class);

  private final KubeletOptions options;
  private final Surroundings around;
  private final Memories memories;
  private final PodWrites writes;
  private volatile boolean linkUp = true;

  Offloader(KubeletOptions options, Surroundings around, Memories memories, PodWrites writes) {
    this.options = options;
    this.around = around;
    this.memories = memories;
    this.writes = writes;
  }

  void linkUp(boolean up) {
    linkUp = up;
  }

  /** POSTs the ShadowPod; what is refused is said on the local pod in the refuser's words. */
  Next offload(Ref ref, HomeScene scene, RemoteWorkload workload) {
    TwinContext context = context(scene);
    return switch (twin(scene, context)) {
      case Twin.Wanted(ShadowPod shadow) ->
          create(ref, scene, () -> made(scene, context, shadow, workload));
      case Twin.Refused(String reason, String field, String message) ->
          refuse(ref, scene, reason, field + ": " + message);
      case Twin.NotYet(String reason, String message) -> {
        refuse(ref, scene, reason, message);
        yield Next.again(Pending.PATIENCE);
      }
    };
  }

  /** What came of it is compared now, while what was wanted is at hand. */
  private void made(HomeScene scene, TwinContext context, ShadowPod wanted, RemoteWorkload there) {
    ShadowPod made = there.create(wanted);
    if (there.mendsItself() && ShadowUpdate.needed(wanted, made).isEmpty()) {
      Pod local = Objects.requireNonNull(scene.local());
      memories.agreed(local, Memories.Compared.of(local, made, context));
    }
  }

  private Next create(Ref ref, HomeScene scene, Runnable creating) {
    Pod local = Objects.requireNonNull(scene.local());
    Thread late = Thread.ofVirtual().name("late").start(() -> unanswered(ref, scene));
    try {
      creating.run();
      late.interrupt();
      memories.refused(local, null);
      return Next.again(Pending.PATIENCE);
    } catch (ApiFailure failure) {
      if (failure.is(Problem.EXISTS)) {
        return Next.again(Duration.ofMillis(50)); // our own echo, or a stranger: seen soon
      }
      if (failure.problem().permanent()) {
        refuse(ref, scene, Reasons.SHADOW_POD_NOT_ACCEPTED, provider(failure.reason()));
        return Next.again(REFUSED);
      }
      if (memories.idle(local, way(scene)).compareTo(Pending.PATIENCE) >= 0) {
        refuse(ref, scene, Reasons.SHADOW_POD_NOT_ACCEPTED, provider(failure.reason()));
      }
      throw failure;
    } finally {
      late.interrupt();
    }
  }

  /** A provider that is dead without a word holds the request for long: home is told before. */
  private void unanswered(Ref ref, HomeScene scene) {
    try {
      Thread.sleep(UNANSWERED);
      String words = "no answer to the ShadowPod for " + UNANSWERED.toSeconds() + " s";
      refuse(ref, scene, Reasons.SHADOW_POD_NOT_ACCEPTED, provider(words));
    } catch (InterruptedException _) {
      // It was answered in time.
    } catch (ApiFailure failure) {
      LOG.atDebug().addKeyValue("pod", ref).log("not said", failure);
    }
  }

  /** Says on the local pod why it waits. */
  Next refuse(Ref ref, HomeScene scene, String reason, String message) {
    memories.refused(Objects.requireNonNull(scene.local()), new Pending(reason, message));
    return show(ref, scene);
  }

  /** Carries local changes over and the remote status back. */
  Next align(Ref ref, HomeScene scene, RemoteWorkload workload) {
    carry(ref, scene, workload);
    confirm(ref, scene, workload);
    return show(ref, scene);
  }

  /** Most looks are for news of the status: what says the same is not compared again. */
  private void carry(Ref ref, HomeScene scene, RemoteWorkload workload) {
    Pod local = Objects.requireNonNull(scene.local());
    ShadowPod existing = Objects.requireNonNull(scene.shadow());
    TwinContext context = context(scene);
    Memories.Compared versions = Memories.Compared.of(local, existing, context);
    if (workload.mendsItself() && memories.agree(local, versions)) {
      return;
    }
    if (twin(scene, context) instanceof Twin.Wanted(ShadowPod wanted)) {
      Optional<Map<String, Object>> change = ShadowUpdate.needed(wanted, existing);
      change.ifPresentOrElse(
          patch -> workload.update(ref.name(), existing.getMetadata().getUid(), patch),
          () -> memories.agreed(local, versions));
      workload.mend(wanted);
    }
  }

  /** The provider stopped the pod while we were silent: it comes back only if we say so (D-22). */
  private void confirm(Ref ref, HomeScene scene, RemoteWorkload workload) {
    ShadowPod shadow = Objects.requireNonNull(scene.shadow());
    Pod local = Objects.requireNonNull(scene.local());
    FenceWord.answer(shadow)
        .filter(_ -> writes.isWanted(local))
        .ifPresent(answer -> workload.update(ref.name(), shadow.getMetadata().getUid(), answer));
  }

  /** Brings the status back, in one patch and only when something differs (D-5). */
  Next show(Ref ref, HomeScene scene) {
    Pod local = Objects.requireNonNull(scene.local());
    Pending.Way way = way(scene);
    Duration idle = memories.idle(local, way);
    Optional<Pending> pending =
        Pending.of(way, memories.refusal(local).orElse(null), options.peer().provider(), idle);
    StatusBack.View view =
        new StatusBack.View(local, scene.shadow(), scene.remote(), memories.of(local), pending);
    Around surroundings =
        new Around(
            linkUp,
            around.addresses()::seenHere,
            List.of(options.node().address()),
            WallClock.ours().instant());
    StatusBack.patch(view, surroundings).ifPresent(patch -> writes.status(ref, patch, null));
    boolean stillWaiting = pending.isEmpty() && idle.compareTo(Pending.PATIENCE) < 0;
    return stillWaiting && isPending(local)
        ? Next.again(Pending.PATIENCE.minus(idle).plusMillis(10))
        : Next.REST;
  }

  private static Twin twin(HomeScene scene, TwinContext context) {
    return PodTwin.of(Objects.requireNonNull(scene.local()), context);
  }

  private TwinContext context(HomeScene scene) {
    Pod local = Objects.requireNonNull(scene.local());
    return new TwinContext(
        scene.at().route(),
        around.patch().get(),
        around.homeApi().get(),
        settings(local.getMetadata().getNamespace()),
        TwinContext.Limits.DEFAULT);
  }

  private NamespaceSettings settings(String namespace) {
    return new NamespaceSettings(around.offloadings().settings(namespace));
  }

  private String provider(String words) {
    return options.peer().provider() + ": " + words;
  }

  private static boolean isPending(Pod local) {
    return local.getStatus() == null || "Pending".equals(local.getStatus().getPhase());
  }

  private static Pending.Way way(HomeScene scene) {
    return new Pending.Way(scene.shadow(), scene.remote());
  }
}
