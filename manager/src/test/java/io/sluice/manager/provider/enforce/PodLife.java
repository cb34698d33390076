package io.sluice.manager.provider.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.provider.ProviderBed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One pod from its ShadowPod to its end, as the consumer and a kubelet make it happen. No scheduler
 * takes it, so nothing else moves it.
 */
record PodLife(ProviderBed bed, String namespace, String name, String policy) {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final Kind<ShadowPod> SHADOWS = Kind.of(ShadowPod.class);

  /** Something that happens, and how it shows that the enforcer has done its part. */
  record Step(String what, Runnable event, BooleanSupplier done) {}

  /**
   * @param strangerDeletes whether somebody deletes the pod when it has finished, instead of the
   *     consumer its ShadowPod
   */
  List<Step> steps(boolean strangerDeletes) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Step("created", this::createShadow, this::hasPod));
    steps.add(
        new Step("running", () -> report("Running", Map.of("running", Map.of())), () -> true));
    steps.add(new Step("labelled", this::label, this::isLabelled));
    if (policy.equals("Always")) {
      steps.add(new Step("unwanted", this::deleteShadow, () -> !hasPod()));
      return steps;
    }
    steps.add(new Step("finished", this::finish, this::isRecorded));
    steps.add(
        strangerDeletes
            ? new Step("taken", this::deletePod, () -> !hasPod())
            : new Step("unwanted", this::deleteShadow, () -> !hasPod()));
    return steps;
  }

  boolean hasPod() {
    return pod() != null;
  }

  private @Nullable Pod pod() {
    return bed.find(Pod.class, namespace, name);
  }

  @Nullable ShadowPod shadow() {
    return bed.find(ShadowPod.class, namespace, name);
  }

  private void createShadow() {
    ShadowPod shadow = new ShadowPod();
    shadow.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(name)
            .addToLabels(Labels.ORIGIN, "home")
            .addToLabels(Labels.DESTINATION, "away")
            .build());
    shadow.setSpec(
        new ShadowPodSpec(
            new PodSpecBuilder()
                .withRestartPolicy(policy)
                .withSchedulerName("nobody")
                .addNewContainer()
                .withName("c")
                .withImage("pause")
                .endContainer()
                .build()));
    bed.create(shadow);
  }

  private void label() {
    bed.admin()
        .patch(
            SHADOWS,
            new Ref(namespace, name),
            Patch.merge(Map.of("metadata", Map.of("labels", Map.of("tier", "gold")))));
  }

  private boolean isLabelled() {
    Pod pod = pod();
    return pod != null && "gold".equals(pod.getMetadata().getLabels().get("tier"));
  }

  /** A container that failed would be started again under OnFailure. */
  int exitCode() {
    return policy.equals("Never") ? 42 : 0;
  }

  private void finish() {
    report(
        exitCode() == 0 ? "Succeeded" : "Failed",
        Map.of(
            "terminated",
            Map.of(
                "exitCode",
                exitCode(),
                "startedAt",
                "2026-01-01T00:00:00Z",
                "finishedAt",
                "2026-01-01T00:00:01Z")));
  }

  private void report(String phase, Map<String, Object> state) {
    Map<String, Object> container =
        Map.of(
            "name",
            "c",
            "image",
            "pause",
            "imageID",
            "x",
            "ready",
            false,
            "restartCount",
            0,
            "state",
            state);
    Map<String, Object> status = Map.of("phase", phase, "containerStatuses", List.of(container));
    bed.admin()
        .patch(PODS, new Ref(namespace, name), Patch.merge(Map.of("status", status)).to("status"));
  }

  private boolean isRecorded() {
    ShadowPod shadow = shadow();
    return shadow != null && shadow.getStatus() != null && shadow.getStatus().phase().isFinished();
  }

  /** What the ShadowPod says, where it is still there: the exit code of the only run. */
  void assertOutcomeKept() {
    ShadowPod shadow = shadow();
    if (shadow != null) {
      PodStatus kept = Objects.requireNonNull(shadow.getStatus().podStatus());
      ContainerState state = kept.getContainerStatuses().getFirst().getState();
      assertThat(state.getTerminated().getExitCode()).isEqualTo(exitCode());
    }
  }

  private void deletePod() {
    bed.delete(Pod.class, namespace, name);
  }

  private void deleteShadow() {
    bed.delete(ShadowPod.class, namespace, name);
  }
}
