package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.status.Pending;
import io.sluice.translate.pod.status.StatusBack.Memory;
import io.sluice.translate.pod.twin.TwinContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What earlier looks at each local pod showed, by its UID; forgotten with the pod. */
final class Memories {
  /** What a local pod wants, and a ShadowPod that says the same under these circumstances. */
  record Compared(Wish local, String shadow, TwinContext context) {
    static Compared of(Pod local, ShadowPod shadow, TwinContext context) {
      return new Compared(Wish.of(local), shadow.getMetadata().getResourceVersion(), context);
    }
  }

  /**
   * All of a pod that is translated; its status is not, and changes most often.
   *
   * @param spec its generation, or the version of the whole where servers count none
   */
  record Wish(String spec, Map<String, String> labels, Map<String, String> annotations) {
    static Wish of(Pod local) {
      ObjectMeta its = local.getMetadata();
      String spec =
          its.getGeneration() == null ? "v" + its.getResourceVersion() : "g" + its.getGeneration();
      return new Wish(spec, Frozen.map(its.getLabels()), Frozen.map(its.getAnnotations()));
    }
  }

  private record Progress(String mark, long since) {}

  private final Map<String, Memory> seen = new ConcurrentHashMap<>();
  private final Map<String, Progress> progress = new ConcurrentHashMap<>();
  private final Map<String, Pending> refusals = new ConcurrentHashMap<>();
  private final Map<String, Compared> compared = new ConcurrentHashMap<>();
  private final Map<String, Long> graces = new ConcurrentHashMap<>();
  private final Set<String> givenUp = ConcurrentHashMap.newKeySet();
  private final LongSupplier nanoTime;

  Memories(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  Memory of(Pod local) {
    return seen.getOrDefault(uid(local), Memory.NOTHING);
  }

  /** Takes in a state of the remote pod: restarts, and whether it was over by itself. */
  void saw(Pod local, Pod remote) {
    Memory before = of(local);
    Memory after = new Memory(before.restarts().and(local, remote), before.seen().and(remote));
    if (!after.equals(before)) {
      seen.put(uid(local), after);
    }
  }

  /** How long nothing moved on the pod's way, by our own clock. */
  Duration idle(Pod local, Pending.Way way) {
    String mark = mark(way);
    long now = nanoTime.getAsLong();
    Progress known =
        progress.compute(
            uid(local),
            (_, before) ->
                before != null && before.mark().equals(mark) ? before : new Progress(mark, now));
    return Duration.ofNanos(now - known.since());
  }

  /** Whether these were found to say the same: translating again would tell nothing new. */
  boolean agree(Pod local, Compared versions) {
    return versions.equals(compared.get(uid(local)));
  }

  void agreed(Pod local, Compared versions) {
    compared.put(uid(local), versions);
  }

  /** Why the provider or the translation refused the pod; null takes it back. */
  void refused(Pod local, @Nullable Pending why) {
    if (why == null) {
      refusals.remove(uid(local));
    } else {
      refusals.put(uid(local), why);
    }
  }

  Optional<Pending> refusal(Pod local) {
    return Optional.ofNullable(refusals.get(uid(local)));
  }

  /** The local pod is gone; only the grace it asked for is still needed. */
  void gone(Pod last, @Nullable Long grace) {
    String uid = uid(last);
    seen.remove(uid);
    progress.remove(uid);
    compared.remove(uid);
    refusals.remove(uid);
    if (grace != null) {
      graces.put(uid, grace);
    }
    if (last.getStatus() != null && Reasons.PROVIDER_SILENT.equals(last.getStatus().getReason())) {
      givenUp.add(uid);
    }
  }

  /** Whether home itself ended the pod because it could not be reached any more (D-22). */
  boolean wasGivenUp(String localUid) {
    return givenUp.contains(localUid);
  }

  /** Nothing of the pod is left in the provider either. */
  void forget(String localUid) {
    givenUp.remove(localUid);
  }

  @Nullable Long takeGrace(String localUid) {
    return graces.remove(localUid);
  }

  private static String mark(Pending.Way way) {
    Pod remote = way.remote();
    String shadow = way.shadow() == null ? "" : way.shadow().getMetadata().getUid();
    return remote == null
        ? shadow
        : shadow + "/" + remote.getMetadata().getUid() + "/" + remote.getSpec().getNodeName();
  }

  private static String uid(Pod local) {
    return local.getMetadata().getUid();
  }
}
