package io.sluice.translate.pod.status;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.RestartRules;
import io.sluice.translate.pod.ending.Cause;
import io.sluice.translate.pod.ending.Ending;
import io.sluice.translate.pod.ending.Loss;
import io.sluice.translate.pod.ending.Seen;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The way back: from everything known about a pod to the patch of its local status. */
public final class StatusBack {
  private final View view;
  private final Pod local;
  private final Around around;

  /**
   * What is known about one pod.
   *
   * @param pending why it is pending, when it is time to say so (D-5)
   */
  public record View(
      Pod local,
      @Nullable ShadowPod shadow,
      @Nullable Pod remote,
      Memory memory,
      Optional<Pending> pending) {}

  /** What earlier states of the remote pod showed. */
  public record Memory(Restarts restarts, Seen seen) {
    public static final Memory NOTHING = new Memory(Restarts.UNKNOWN, Seen.NOTHING);
  }

  private StatusBack(View view, Around around) {
    this.view = view;
    this.local = view.local();
    this.around = around;
  }

  /** The strategic merge patch for the status of the local pod; empty when it is right already. */
  public static Optional<Map<String, Object>> patch(View view, Around around) {
    var back = new StatusBack(view, around);
    return Facts.isTerminal(view.local())
        ? Optional.empty() // finished is final
        : StatusPatch.between(view.local(), back.reachable(back.writable(back.wanted())))
            .filter(StatusPatch::isWorthIt);
  }

  /** T-3: what to write before the final DELETE of a pod that no remote end came back for. */
  public static Optional<Map<String, Object>> terminal(Pod local, Instant now) {
    return Facts.isTerminal(local)
        ? Optional.empty()
        : StatusPatch.between(local, Made.terminal(local, now));
  }

  /** §3.5.6: this phase for this reason, decided at home. */
  public static Optional<Map<String, Object>> rejected(
      Pod local, String phase, String reason, Instant now) {
    return StatusPatch.between(local, Made.rejected(local, phase, reason, now));
  }

  /** The end of a fenced pod that home gives up: failed, and marked as a disruption (D-22). */
  public static Optional<Map<String, Object>> givenUp(Pod local, String message, Instant now) {
    return Facts.isTerminal(local)
        ? Optional.empty()
        : StatusPatch.between(local, Made.givenUp(local, message, now));
  }

  private PodStatus wanted() {
    var remote = ofThisLife(view.remote());
    var recorded = recorded();
    if (recorded.isPresent()) {
      return new Recorded(local, remote, view.memory().restarts(), around).status(recorded.get());
    }
    if (remote == null) {
      return lost("it is gone");
    }
    // What home deletes ends as it ends; nobody takes it away.
    return Facts.isLeaving(local) ? reflected(remote) : byEnding(remote);
  }

  private PodStatus byEnding(Pod remote) {
    return switch (Ending.of(remote, view.memory().seen())) {
      case Ending.Alive alive -> isBlank(remote) ? lost("it starts anew") : reflected(remote);
      case Ending.Finished finished -> reflected(remote);
      case Ending.Leaving leaving -> leaving(leaving.cause());
      case Ending.Taken taken ->
          loss().recreates(remote)
              ? lost(taken.cause().toString())
              : Made.failed(
                  reflected(remote),
                  Facts.status(local),
                  "the remote pod was taken away: " + taken.cause(),
                  around.now());
    };
  }

  /** The remote kubelet has not said anything yet: showing it would cost a request for nothing. */
  private static boolean isBlank(Pod remote) {
    return Facts.phase(remote).equals(Facts.PENDING)
        && Frozen.list(Facts.status(remote).getContainerStatuses()).isEmpty()
        && Frozen.list(Facts.status(remote).getInitContainerStatuses()).isEmpty();
  }

  private PodStatus reflected(Pod remote) {
    var status = Reflected.of(local, remote, view.memory().restarts().and(local, remote), around);
    return RefusedResize.shown(status, local, view.shadow(), remote, around.now());
  }

  /** It still serves, but not for long: no new traffic, and no end is shown that will not last. */
  private PodStatus leaving(Cause cause) {
    var conditions = new Conditions(Facts.status(local), around.now());
    if (conditions.holds(Facts.READY)) {
      conditions.set(Facts.READY, false, Reasons.REMOTE_POD_LOST, cause.toString());
    }
    return new PodStatusBuilder(Facts.status(local)).withConditions(conditions.list()).build();
  }

  /** Pending again if something of a twin was shown that is no more; else as it was. */
  private PodStatus lost(String why) {
    return showsTwin() && around.linkUp() && !Facts.isLeaving(local)
        ? Made.lost(
            local, "the remote pod was taken away and is created again: " + why, around.now())
        : pending();
  }

  private boolean showsTwin() {
    return Frozen.list(Facts.status(local).getContainerStatuses()).stream()
        .anyMatch(status -> !Made.isLost(local, status));
  }

  private PodStatus pending() {
    var held = Facts.status(local);
    return view.pending()
        .filter(why -> Facts.phase(local).equals(Facts.PENDING))
        .map(
            why ->
                new PodStatusBuilder(held)
                    .withPhase(Facts.PENDING)
                    .withReason(why.reason())
                    .withMessage(why.message())
                    .build())
        .orElse(held);
  }

  private Optional<ShadowPodStatus> recorded() {
    return Optional.ofNullable(view.shadow())
        .map(ShadowPod::getStatus)
        .filter(status -> status.phase().isFinished());
  }

  private Loss loss() {
    return view.shadow() == null ? Loss.RECREATE : Loss.of(Facts.annotations(view.shadow()));
  }

  /** A pod of that name from an earlier life says nothing about this one. */
  private @Nullable Pod ofThisLife(@Nullable Pod remote) {
    return remote == null || !Facts.isOfThisLife(remote, local) ? null : remote;
  }

  /** T-2: what an API server would refuse for ever is turned into the loss that it is (D-1). */
  private PodStatus writable(PodStatus wanted) {
    var taken =
        Frozen.list(Facts.status(local).getContainerStatuses()).stream()
            .filter(Facts::isTerminated)
            .filter(held -> !RestartRules.mayRestart(local.getSpec(), held))
            .anyMatch(held -> runsAgain(held, wanted));
    return taken
        ? Made.failed(
            Facts.status(local),
            Facts.status(local),
            "the remote pod was taken away after a container had ended for good",
            around.now())
        : wanted;
  }

  private static boolean runsAgain(ContainerStatus held, PodStatus wanted) {
    return Facts.named(wanted.getContainerStatuses(), held.getName())
        .filter(status -> !Facts.isTerminated(status))
        .isPresent();
  }

  /** Which one matters where a pod crossed several borders (§10). */
  private String provider() {
    var shadow = view.shadow();
    return shadow == null
        ? "the provider"
        : Facts.labels(shadow).getOrDefault(Labels.DESTINATION, "the provider");
  }

  /** T-16: before the node turns NotReady, and against every cached status that says otherwise. */
  private PodStatus reachable(PodStatus wanted) {
    var conditions = new Conditions(wanted, around.now());
    if (around.linkUp() || !conditions.holds(Facts.READY)) {
      return wanted;
    }
    // The time counts from what is shown now, not from what would be shown with the link.
    var shown = new Conditions(Facts.status(local), around.now());
    shown.set(Facts.READY, false, Reasons.REMOTE_UNREACHABLE, provider() + " does not answer");
    shown.list().stream()
        .filter(condition -> condition.getType().equals(Facts.READY))
        .forEach(conditions::replace);
    return new PodStatusBuilder(wanted).withConditions(conditions.list()).build();
  }
}
