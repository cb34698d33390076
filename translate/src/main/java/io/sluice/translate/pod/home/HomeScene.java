package io.sluice.translate.pod.home;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.twin.Route;
import org.jspecify.annotations.Nullable;

/**
 * Everything the consumer's kubelet knows about one name.
 *
 * @param local the local pod bound to this virtual node; null when it is gone, which the caller has
 *     proved (T-14)
 * @param shadow its ShadowPod in the twin namespace
 * @param remote the pod of that name in the twin namespace
 */
public record HomeScene(
    @Nullable Pod local, @Nullable ShadowPod shadow, @Nullable Pod remote, Circumstances at) {

  /**
   * What else counts.
   *
   * @param route this virtual node's way over the border
   * @param extended whether the namespace is extended to this provider (REF-1)
   * @param creating a POST was sent and its object is not seen yet
   * @param lastGrace that the last known state of a vanished local pod asked for
   */
  public record Circumstances(
      Route route, boolean extended, boolean creating, @Nullable Long lastGrace) {}

  /** §3.2: both cluster labels, with exactly these values. */
  public boolean isOurs(HasMetadata object) {
    var labels = Facts.labels(object);
    return at.route().origin().equals(labels.get(Labels.ORIGIN))
        && at.route().destination().equals(labels.get(Labels.DESTINATION));
  }

  /** The scene without what belongs to somebody else: nothing of a stranger is ever shown. */
  public HomeScene withoutStrangers() {
    return new HomeScene(
        local,
        shadow == null || isOurs(shadow) ? shadow : null,
        remote == null || isOurs(remote) ? remote : null,
        at);
  }

  /** Another virtual node of the same provider looks after it. */
  boolean isOfOtherNode(HasMetadata object) {
    return !at.route().virtualNode().equals(Facts.labels(object).get(Labels.NODE_NAME));
  }
}
