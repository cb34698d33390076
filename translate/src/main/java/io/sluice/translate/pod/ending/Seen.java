package io.sluice.translate.pod.ending;

import io.fabric8.kubernetes.api.model.Pod;

/**
 * What earlier states of the same pod (one UID) showed. The last state alone nearly always tells by
 * its times; they have whole seconds, and what was seen tells for sure.
 *
 * @param finished the pod was over by itself
 */
public record Seen(boolean finished) {
  public static final Seen NOTHING = new Seen(false);

  private static final Seen FINISHED = new Seen(true);

  /** With one more state of the pod. */
  public Seen and(Pod pod) {
    return finished || Ending.of(pod, this) instanceof Ending.Finished ? FINISHED : this;
  }
}
