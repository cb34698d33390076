package io.sluice.translate.pod;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reading a pod without asking at every step whether something is absent. */
public final class Facts {
  public static final String PENDING = "Pending";
  public static final String RUNNING = "Running";
  public static final String SUCCEEDED = "Succeeded";
  public static final String FAILED = "Failed";

  public static final String TRUE = "True";
  public static final String FALSE = "False";
  public static final String READY = "Ready";
  public static final String DISRUPTION_TARGET = "DisruptionTarget";

  /** What Kubernetes assumes where the pod says nothing. */
  public static final long DEFAULT_GRACE = 30;

  private Facts() {}

  /** Of a ShadowPod, whose spec an API server does not check; never null. */
  public static PodSpec spec(ShadowPod shadow) {
    var spec = shadow.getSpec() == null ? null : shadow.getSpec().pod();
    return spec == null ? new PodSpec() : spec;
  }

  public static Map<String, String> annotations(HasMetadata object) {
    return Frozen.map(object.getMetadata().getAnnotations());
  }

  public static Map<String, String> labels(HasMetadata object) {
    return Frozen.map(object.getMetadata().getLabels());
  }

  /**
   * D-3: whether an object of the provider was made for exactly this local pod. A peer that does
   * not say so is believed.
   */
  public static boolean isOfThisLife(HasMetadata object, Pod local) {
    var uid = annotations(object).get(Annotations.LOCAL_UID);
    return uid == null || uid.equals(local.getMetadata().getUid());
  }

  public static PodStatus status(Pod pod) {
    return pod.getStatus() == null ? new PodStatus() : pod.getStatus();
  }

  public static String phase(Pod pod) {
    var phase = status(pod).getPhase();
    return phase == null ? PENDING : phase;
  }

  public static boolean isTerminal(Pod pod) {
    return isTerminal(phase(pod));
  }

  public static boolean isTerminal(@Nullable String phase) {
    return SUCCEEDED.equals(phase) || FAILED.equals(phase);
  }

  public static boolean isLeaving(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }

  /** The deletion's timestamp is when its grace ends; shortening the grace moves it (T-1). */
  public static Optional<Instant> deletionRequested(Pod pod) {
    var grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    return time(pod.getMetadata().getDeletionTimestamp())
        .map(end -> end.minusSeconds(grace == null ? 0 : grace));
  }

  public static Optional<PodCondition> condition(Pod pod, String type) {
    return Frozen.list(status(pod).getConditions()).stream()
        .filter(condition -> type.equals(condition.getType()))
        .findFirst();
  }

  public static boolean isTrue(Pod pod, String type) {
    return condition(pod, type).filter(c -> TRUE.equals(c.getStatus())).isPresent();
  }

  public static Optional<ContainerStatus> named(
      @Nullable List<ContainerStatus> statuses, @Nullable String name) {
    return Frozen.list(statuses).stream()
        .filter(status -> status.getName() != null && status.getName().equals(name))
        .findFirst();
  }

  public static boolean isTerminated(ContainerStatus status) {
    return status.getState() != null && status.getState().getTerminated() != null;
  }

  public static long grace(Pod pod) {
    var grace = pod.getSpec().getTerminationGracePeriodSeconds();
    return grace == null ? DEFAULT_GRACE : grace;
  }

  public static Optional<Instant> time(@Nullable String text) {
    try {
      return text == null ? Optional.empty() : Optional.of(Instant.parse(text));
    } catch (DateTimeParseException notATime) {
      return Optional.empty();
    }
  }

  /** As Kubernetes keeps times: whole seconds, so that what is read back equals what was sent. */
  public static String timestamp(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
