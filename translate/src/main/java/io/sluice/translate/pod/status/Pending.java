package io.sluice.translate.pod.status;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.translate.pod.Facts;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a pod is still pending, on the way Scheduled → ShadowAccepted → RemoteCreated →
 * RemoteScheduled → Running: the link that is stuck, with the words of whoever holds it.
 */
public record Pending(String reason, String message) {
  /** Below this nobody wonders, and saying it would cost a request in the good case (D-5). */
  public static final Duration PATIENCE = Duration.ofSeconds(2);

  /**
   * What to show.
   *
   * @param refusal why translation or the provider refused the ShadowPod, verbatim; null if nobody
   * @param idle how long nothing moved, by the observer's own clock
   */
  public static Optional<Pending> of(
      Way way, @Nullable Pending refusal, String provider, Duration idle) {
    var patient = idle.compareTo(PATIENCE) < 0;
    if (refusal != null && way.shadow() == null) {
      return Optional.of(refusal);
    }
    var said = saidByProvider(way, provider).or(() -> saidFurtherOn(way, provider));
    if (said.isPresent()) {
      return said;
    }
    return patient ? Optional.empty() : stuck(way, provider);
  }

  /** How far the pod has come. */
  public record Way(@Nullable ShadowPod shadow, @Nullable Pod remote) {}

  /** A condition on the ShadowPod that does not hold: quota, guardrail, conflict of names. */
  private static Optional<Pending> saidByProvider(Way way, String provider) {
    var shadow = way.shadow();
    if (way.remote() != null || shadow == null || shadow.getStatus() == null) {
      return Optional.empty();
    }
    return shadow.getStatus().conditions().stream()
        .filter(condition -> condition.status() == ConditionStatus.FALSE)
        .findFirst()
        .map(
            condition ->
                new Pending(
                    condition.reason() == null ? condition.type() : condition.reason(),
                    named(provider, condition.message())));
  }

  /** The remote pod is offloaded again (§10), and waits there for a reason of its own. */
  private static Optional<Pending> saidFurtherOn(Way way, String provider) {
    var remote = way.remote();
    if (remote == null || !Facts.phase(remote).equals(Facts.PENDING)) {
      return Optional.empty();
    }
    var status = Facts.status(remote);
    return status.getReason() == null || status.getReason().isEmpty()
        ? Optional.empty()
        : Optional.of(new Pending(status.getReason(), named(provider, status.getMessage())));
  }

  /** The cluster is always said; what the provider itself says may already begin with it. */
  private static String named(String provider, @Nullable String words) {
    var said = words == null ? "" : words;
    return said.contains(provider) ? said : provider + ": " + said;
  }

  private static Optional<Pending> stuck(Way way, String provider) {
    if (way.shadow() == null) {
      return Optional.of(
          new Pending(
              Reasons.SHADOW_POD_NOT_ACCEPTED, provider + " has not accepted the ShadowPod yet"));
    }
    var remote = way.remote();
    if (remote == null) {
      return Optional.of(
          new Pending(Reasons.REMOTE_POD_NOT_CREATED, provider + " has not created the pod yet"));
    }
    return Facts.condition(remote, "PodScheduled")
        .filter(condition -> !Facts.TRUE.equals(condition.getStatus()))
        .map(
            condition ->
                new Pending(
                    Reasons.REMOTE_UNSCHEDULABLE,
                    provider + ": scheduler: " + String.valueOf(condition.getMessage())));
  }
}
