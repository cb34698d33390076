package io.sluice.translate.pod;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.time.Instant;

/** States of a remote pod as Kubernetes 1.36 writes them, on a clock that starts at {@link #T0}. */
public final class RemotePods {
  public static final Instant T0 = Instant.parse("2026-03-01T10:00:00Z");

  private RemotePods() {}

  public static String at(int second) {
    return T0.plusSeconds(second).toString();
  }

  /** Bound, started at second 0, one container. */
  public static Pod running(String policy) {
    return running(policy, "main");
  }

  public static Pod running(String policy, String... containers) {
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("web-0")
            .withNamespace("shop-home")
            .withUid("remote-1")
            .withGeneration(1L)
            .endMetadata()
            .withNewSpec()
            .withRestartPolicy(policy)
            .withNodeName("worker-1")
            .withTerminationGracePeriodSeconds(30L)
            .endSpec()
            .withNewStatus()
            .withPhase("Running")
            .withObservedGeneration(1L)
            .withStartTime(at(0))
            .endStatus();
    for (var name : containers) {
      pod.editSpec().addNewContainer().withName(name).withImage("web:1").endContainer().endSpec();
      pod.editStatus().addToContainerStatuses(up(name)).endStatus();
    }
    return pod.build();
  }

  public static ContainerStatus up(String name) {
    return new ContainerStatusBuilder()
        .withName(name)
        .withImage("web:1")
        .withImageID("sha256:1")
        .withContainerID("containerd://" + name)
        .withReady(true)
        .withStarted(true)
        .withRestartCount(0)
        .withNewState()
        .withNewRunning(at(0))
        .endState()
        .build();
  }

  public static ContainerStatus ended(String name, int exitCode, int second) {
    return new ContainerStatusBuilder(up(name))
        .withReady(false)
        .withStarted(false)
        .withNewState()
        .withNewTerminated()
        .withExitCode(exitCode)
        .withReason(exitCode == 0 ? "Completed" : "Error")
        .withContainerID("containerd://" + name)
        .withStartedAt(at(0))
        .withFinishedAt(at(second))
        .endTerminated()
        .endState()
        .build();
  }

  /** The kubelet says that a container ended at that second; the phase is as before. */
  public static Pod ended(Pod pod, String name, int exitCode, int second) {
    return new PodBuilder(pod)
        .editStatus()
        .withObservedGeneration(pod.getMetadata().getGeneration())
        .editMatchingContainerStatus(status -> name.equals(status.getName()))
        .withReady(false)
        .withStarted(false)
        .withState(ended(name, exitCode, second).getState())
        .endContainerStatus()
        .endStatus()
        .build();
  }

  public static Pod phase(Pod pod, String phase, String reason) {
    return new PodBuilder(pod)
        .editStatus()
        .withPhase(phase)
        .withReason(reason.isEmpty() ? null : reason)
        .endStatus()
        .build();
  }

  /** Somebody asks for its deletion at that second: a new generation. */
  public static Pod deleted(Pod pod, int second, long grace) {
    var first = pod.getMetadata().getDeletionTimestamp() == null;
    var generation = pod.getMetadata().getGeneration();
    return new PodBuilder(pod)
        .editMetadata()
        .withGeneration(generation == null ? null : generation + (first ? 1 : 0))
        .withDeletionTimestamp(T0.plusSeconds(second + grace).toString())
        .withDeletionGracePeriodSeconds(grace)
        .endMetadata()
        .build();
  }

  /** The kubelet has seen the newest generation. */
  public static Pod observed(Pod pod) {
    return new PodBuilder(pod)
        .editStatus()
        .withObservedGeneration(pod.getMetadata().getGeneration())
        .endStatus()
        .build();
  }

  public static Pod disrupted(Pod pod, String reason, int second) {
    return new PodBuilder(pod)
        .editStatus()
        .addToConditions(target(reason, second))
        .endStatus()
        .build();
  }

  private static PodCondition target(String reason, int second) {
    return new PodConditionBuilder()
        .withType("DisruptionTarget")
        .withStatus("True")
        .withReason(reason)
        .withLastTransitionTime(at(second))
        .build();
  }
}
