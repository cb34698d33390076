package io.sluice.faults;

import io.fabric8.kubernetes.api.model.Namespace;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Somebody deletes an extended namespace while pods of it run: nothing may be left, or return. */
record NamespaceTrial(Plane plane, Schedule.Step step, String name, Duration patience) {
  private static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);
  private static final List<Phase> PODS = List.of(Phase.CREATE, Phase.RUN, Phase.DELETE);

  Result run(Judge judge, String commit, long seed, int run) {
    Site provider = plane.providers.get(step.provider());
    plane.extend(name);
    Workload pods = new Workload(plane, provider, name, name);
    PODS.forEach(pods::create);
    Moments.require(
        "the pods do not come to run",
        () -> PODS.stream().allMatch(it -> pods.local(it).filter(Workload::isReady).isPresent()));

    plane.home.cluster.kubectl("delete", "namespace", name, "--wait=false").outOrThrow();
    Instant deleted = Instant.now();
    Moments.until(patience, () -> left(pods).isEmpty());

    List<Story> stories = new ArrayList<>();
    for (Phase phase : PODS) {
      stories.add(
          new Story(
              Phase.DELETE,
              pods.name(phase),
              pods.creations(phase),
              null,
              null,
              deleted,
              new Story.LocalUid(null, null),
              null));
    }
    // Kubernetes takes its own time to empty a namespace: only that it ends is judged.
    Judge.Aftermath aftermath =
        new Judge.Aftermath(false, Optional.of(Duration.ZERO), left(pods), Judge.Evidence.NONE);
    return new Result(
        commit,
        seed,
        run,
        step.fault(),
        List.of(Phase.DELETE),
        Duration.between(deleted, Instant.now()).toMillis(),
        judge.violations(step, stories, aftermath));
  }

  private List<String> left(Workload pods) {
    Stream<String> namespaces =
        Stream.concat(Stream.of(plane.home), plane.providers.stream())
            .filter(site -> site.admin.find(NAMESPACES, Ref.cluster(name)).isPresent())
            .map(site -> "namespace %s in %s".formatted(name, site.cluster.name()));
    return Stream.concat(namespaces, pods.left().stream()).toList();
  }
}
