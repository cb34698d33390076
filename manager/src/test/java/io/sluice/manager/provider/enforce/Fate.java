package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.testbed.image.Images;
import java.util.Locale;
import java.util.Map;

/** What happens to a pod on a real node, and what becomes of it under each restart policy (D-1). */
enum Fate {
  DELETE(End.AGAIN, End.AGAIN, End.AGAIN),
  EVICT(End.AGAIN, End.AGAIN, End.AGAIN),
  DRAIN(End.AGAIN, End.AGAIN, End.AGAIN),
  PREEMPT(End.AGAIN, End.AGAIN, End.AGAIN),
  NODE_DELETED(End.AGAIN, End.AGAIN, End.AGAIN),
  /** Deleted where the namespace says {@code remotePodLoss: fail}. */
  LOST(End.LOST, End.LOST, End.LOST),
  /** Deleted when one of two containers had ended by itself. */
  HALF(End.AGAIN, End.LOST, End.LOST),
  EXIT_0(End.RESTARTED, End.SUCCEEDED, End.SUCCEEDED),
  EXIT_42(End.RESTARTED, End.RESTARTED, End.FAILED),
  DEADLINE(End.EXPIRED, End.EXPIRED, End.EXPIRED);

  /** How it goes on. */
  enum End {
    /** Another pod of the same name, and nothing final is recorded. */
    AGAIN,
    /** The same pod, whose kubelet started the container again. */
    RESTARTED,
    SUCCEEDED,
    FAILED,
    /** Failed, marked as a disruption. */
    LOST,
    /** Failed because its own time was over. */
    EXPIRED
  }

  static final String LABEL = "fate";

  private final End always;
  private final End onFailure;
  private final End never;

  Fate(End always, End onFailure, End never) {
    this.always = always;
    this.onFailure = onFailure;
    this.never = never;
  }

  End end(String policy) {
    return switch (policy) {
      case "Always" -> always;
      case "OnFailure" -> onFailure;
      default -> never;
    };
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String pod(String policy) {
    return label() + "-" + policy.toLowerCase(Locale.ROOT);
  }

  /** Runs until somebody ends it, deaf to polite signals, or ends as its name says. */
  ShadowPod shadow(String namespace, String policy) {
    ShadowPod shadow = new ShadowPod();
    shadow.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(pod(policy))
            .addToLabels(Labels.ORIGIN, "home")
            .addToLabels(LABEL, label())
            .addToAnnotations(this == LOST ? Map.of(Annotations.REMOTE_POD_LOSS, "fail") : Map.of())
            .build());
    PodSpecBuilder spec =
        new PodSpecBuilder()
            .withRestartPolicy(policy)
            .withTerminationGracePeriodSeconds(1L)
            .withAutomountServiceAccountToken(false)
            .withContainers(container("c").withCommand("sh", "-c", script()).build());
    if (this == DEADLINE) {
      spec.withActiveDeadlineSeconds(1L);
    }
    if (this == HALF) {
      spec.addToContainers(container("over").withCommand("true").build());
    }
    if (this == PREEMPT) {
      spec.editFirstContainer()
          .withNewResources()
          .withRequests(Map.of("cpu", new Quantity("300m")))
          .endResources()
          .endContainer();
    }
    shadow.setSpec(new ShadowPodSpec(spec.build()));
    return shadow;
  }

  private static ContainerBuilder container(String name) {
    return new ContainerBuilder().withName(name).withImage(Images.BUSYBOX);
  }

  private String script() {
    return switch (this) {
      case EXIT_0 -> "exit 0";
      case EXIT_42 -> "exit 42";
      case DELETE, EVICT, DRAIN, PREEMPT, NODE_DELETED, LOST, HALF, DEADLINE -> "sleep 1000";
    };
  }
}
