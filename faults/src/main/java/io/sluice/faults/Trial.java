package io.sluice.faults;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.ApiFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One fault on a quiet plane, with a pod in each phase. */
final class Trial {
  private static final List<Phase> RUNNING = List.of(Phase.RUN, Phase.FINISH, Phase.DELETE);

  private final Plane plane;
  private final Schedule.Step step;
  private final Workload pods;
  private final Belongings belongings;
  private final Injector injector;
  private final Site provider;
  private final Duration patience;
  private final Map<Phase, Instant> acts = new ConcurrentHashMap<>();

  /**
   * @param patience how long to wait for what should happen by itself
   */
  Trial(Plane plane, Schedule.Step step, String prefix, Duration patience) {
    this.patience = patience;
    this.provider = plane.providers.get(step.provider());
    this.plane = plane;
    this.step = step;
    this.pods = new Workload(plane, provider, prefix);
    this.belongings = new Belongings(plane.home, provider, prefix);
    this.injector = new Injector(plane, provider);
  }

  /** What must hold, or an exception when the trial itself could not be held. */
  Result run(Judge judge, String commit, long seed, int run) throws InterruptedException {
    for (Phase phase : RUNNING) {
      pods.create(phase);
    }
    belongings.create();
    Moments.require(
        "the pods do not come to run",
        () -> RUNNING.stream().allMatch(this::isReady) && belongings.areThere());
    Map<String, String> standing = plane.standing.pods();
    Map<Phase, @Nullable String> remoteBefore = uids(pods::remote);
    Map<Phase, @Nullable String> localBefore = uids(pods::local);

    Witness witness = new Witness(provider);
    Witness scene = new Witness(step.fault().isAtHome() ? plane.home : provider);
    injector.begin(step.fault(), pods.name(Phase.RUN));
    List<Thread> acting = act();
    Thread.sleep(step.length());
    boolean away = step.fault().effect == Fault.Effect.UNREACHABLE;
    boolean shown = away && isShownReady();
    List<String> unexplained = away ? pods.unexplained() : List.of();
    injector.end(step.fault());
    Instant healed = Instant.now();
    for (Thread each : acting) {
      each.join(patience);
    }
    // A server that has just begun does not admit pods before it has found the policy's kinds, and
    // Kubernetes' own programs may take as long again to find the server.
    Optional<Duration> agreed =
        Moments.spent(patience, this::agrees, this::waitsForKubernetes)
            .filter(_ -> Moments.until(patience, this::isCounted).isPresent());

    List<Story> stories = stories(remoteBefore, localBefore);
    Judge.Others others = others(standing, healed);
    injector.restore(step.fault());
    List<String> left = clear();
    Judge.Evidence evidence =
        new Judge.Evidence(
            unexplained,
            witness.promised(),
            witness.pool(),
            witness.authors(),
            plane.grown(),
            others);
    List<String> violations =
        judge.violations(step, stories, new Judge.Aftermath(shown, agreed, left, evidence));
    return new Result(
        commit,
        seed,
        run,
        step.fault(),
        isProved(scene) ? List.of(Phase.values()) : List.of(),
        agreed.map(Duration::toMillis).orElse(-1L),
        violations);
  }

  private Judge.Others others(Map<String, String> before, Instant healed) {
    boolean loss = step.fault().effect == Fault.Effect.LOSS;
    return new Judge.Others(
        belongings.word(),
        belongings.runs(),
        Standing.replaced(before, plane.standing.pods(), loss),
        Map.of(
            pods.name(Phase.RUN),
            pods.statusWritesSince(healed),
            "the ConfigMap",
            belongings.writesSince(healed)));
  }

  /** A fault that left no trace where it should has hit nobody. */
  private boolean isProved(Witness scene) {
    OptionalInt answer = step.fault().answer();
    return answer.isEmpty() || scene.saw(answer.getAsInt());
  }

  /** What people and the provider's kubelet do meanwhile; they try until they are heard. */
  private List<Thread> act() {
    return List.of(
        trying(
            Phase.CREATE,
            () -> {
              pods.create(Phase.CREATE);
              return Instant.now();
            }),
        trying(Phase.FINISH, () -> pods.finish(step.exitCode())),
        trying(Phase.DELETE, () -> pods.delete(Phase.DELETE)),
        trying(belongings::changeWords, _ -> {}),
        trying(belongings::keepHome, _ -> {}),
        trying(belongings::serve, _ -> {}),
        trying(belongings::finish, _ -> {}));
  }

  private Thread trying(Phase phase, Supplier<Instant> act) {
    return trying(act, done -> acts.put(phase, done));
  }

  private Thread trying(Supplier<Instant> act, Consumer<Instant> then) {
    return Thread.ofVirtual()
        .start(
            () -> {
              Instant deadline = Instant.now().plus(patience);
              boolean done = false;
              while (!done && Instant.now().isBefore(deadline)) {
                try {
                  then.accept(act.get());
                  done = true;
                } catch (ApiFailure notNow) {
                  Moments.pause();
                }
              }
            });
  }

  private boolean isReady(Phase phase) {
    return pods.local(phase).filter(Workload::isReady).isPresent();
  }

  /**
   * A pod that may go to a node which is shown ready waits for home's scheduler alone, and one that
   * was made in the provider for those who place and run pods there.
   */
  private boolean waitsForKubernetes() {
    boolean placeable =
        pods.local(Phase.CREATE).filter(pod -> pod.getSpec().getNodeName() == null).isPresent()
            && plane.readyNode(provider.cluster.name()).isPresent();
    return placeable
        || Arrays.stream(Phase.values())
            .flatMap(phase -> pods.remote(phase).stream())
            .anyMatch(
                pod ->
                    pod.getMetadata().getDeletionTimestamp() == null
                        && "Pending".equals(pod.getStatus().getPhase()));
  }

  private boolean isShownReady() {
    return isReady(Phase.RUN) || plane.readyNode(provider.cluster.name()).isPresent();
  }

  private boolean agrees() {
    for (Phase phase : Phase.values()) {
      if (!pods.agrees(phase)) {
        return false;
      }
    }
    return belongings.agree() && plane.standing.areReady();
  }

  /**
   * Kubernetes' own controllers take their time after their API server was away; that is theirs.
   */
  private boolean isCounted() {
    return belongings.isCounted() && plane.standing.isComplete();
  }

  private List<Story> stories(
      Map<Phase, @Nullable String> remoteBefore, Map<Phase, @Nullable String> localBefore) {
    List<Story> stories = new ArrayList<>();
    for (Phase phase : Phase.values()) {
      Optional<Pod> local = pods.local(phase);
      stories.add(
          new Story(
              phase,
              pods.name(phase),
              pods.creations(phase),
              remoteBefore.get(phase),
              pods.remote(phase).map(pod -> pod.getMetadata().getUid()).orElse(null),
              phase == Phase.CREATE ? null : acts.get(phase),
              new Story.LocalUid(
                  localBefore.get(phase),
                  local.map(pod -> pod.getMetadata().getUid()).orElse(null)),
              local.flatMap(Trial::exitCode).orElse(null)));
    }
    return stories;
  }

  private static Optional<Integer> exitCode(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .map(status -> status.getState().getTerminated())
        .filter(Objects::nonNull)
        .map(terminated -> terminated.getExitCode())
        .findFirst();
  }

  /** Deletes what is left at home; the provider has to follow. */
  private List<String> clear() {
    for (Phase phase : Phase.values()) {
      pods.delete(phase);
    }
    belongings.delete();
    return Moments.until(patience, () -> left().isEmpty()).isPresent() ? List.of() : left();
  }

  private List<String> left() {
    return Stream.concat(pods.left().stream(), belongings.left().stream()).toList();
  }

  private static Map<Phase, @Nullable String> uids(Function<Phase, Optional<Pod>> where) {
    Map<Phase, @Nullable String> uids = new EnumMap<>(Phase.class);
    RUNNING.forEach(
        phase ->
            uids.put(
                phase, where.apply(phase).map(pod -> pod.getMetadata().getUid()).orElse(null)));
    return uids;
  }
}
