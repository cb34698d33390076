package io.sluice.translate.serve;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.translate.serve.Ask.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who answers for a pod: the provider, the record that a finished pod left behind, or nobody, in
 * the words of a real kubelet.
 */
public sealed interface PodAnswers {
  record AskProvider() implements PodAnswers {}

  /** The end of the log of a pod that is gone (D-13a). */
  @SuppressWarnings("ArrayRecordComponent")
  record Kept(byte[] tail) implements PodAnswers {}

  record Refuse(int status, String message) implements PodAnswers {}

  /**
   * @param local the pod of this node, if it is one
   * @param remote its twin, if there is one
   * @param shadow its ShadowPod, if there is one
   */
  static PodAnswers log(
      Ask.Logs ask, @Nullable Pod local, @Nullable Pod remote, @Nullable ShadowPod shadow) {
    Target target = ask.target();
    if (local == null) {
      return new Refuse(404, "pod \"%s\" does not exist".formatted(target.pod()));
    }
    if (!containers(local).contains(target.container())) {
      return new Refuse(
          404,
          "container \"%s\" not found in pod \"%s\"".formatted(target.container(), target.pod()));
    }
    if (remote != null) {
      return new AskProvider();
    }
    if (ask.options().previous()) {
      return new Refuse(
          400,
          "previous terminated container \"%s\" in pod \"%s\" not found"
              .formatted(target.container(), target.pod()));
    }
    ShadowPodStatus status = shadow == null ? null : shadow.getStatus();
    if (status == null || !status.phase().isFinished()) {
      return new Refuse(
          400,
          "container \"%s\" in pod \"%s\" is waiting to start: ContainerCreating"
              .formatted(target.container(), target.pod()));
    }
    String kept = status.logs().get(target.container());
    return kept == null
        ? new Refuse(
            400,
            "pod \"%s\" is finished and gone from the provider, and no end of its log was kept"
                .formatted(target.pod()))
        : new Kept(ask.options().cut(kept));
  }

  static PodAnswers stream(Ask.Stream ask, @Nullable Pod local, @Nullable Pod remote) {
    Target target = ask.target();
    if (local == null) {
      return new Refuse(404, "pod does not exist");
    }
    boolean another = !target.uid().isEmpty() && !target.uid().equals(local.getMetadata().getUid());
    if (another && ask.verb() == StreamVerb.PORT_FORWARD) {
      return new Refuse(404, "pod not found");
    }
    return another || remote == null
        ? new Refuse(500, notRunning(ask.verb(), target))
        : new AskProvider();
  }

  /** Each verb has its own words for it. */
  private static String notRunning(StreamVerb verb, Target target) {
    String full = target.pod() + "_" + target.namespace();
    return switch (verb) {
      case EXEC -> "container not found (\"%s\")".formatted(target.container());
      case ATTACH -> "container %s not found in pod %s".formatted(target.container(), full);
      case PORT_FORWARD -> "pod not found (\"%s\")".formatted(full);
    };
  }

  private static List<String> containers(Pod pod) {
    List<String> names = new ArrayList<>();
    pod.getSpec().getInitContainers().forEach(container -> names.add(container.getName()));
    pod.getSpec().getContainers().forEach(container -> names.add(container.getName()));
    pod.getSpec().getEphemeralContainers().forEach(container -> names.add(container.getName()));
    return names;
  }
}
