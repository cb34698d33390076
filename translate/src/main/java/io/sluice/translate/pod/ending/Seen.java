package io.sluice.translate.pod.ending;

import io.fabric8.kubernetes.api.model.Pod;

/**
 * What earlier states of the same pod (one UID) showed. The last state alone nearly always tells by
 * its times; they have whole seconds, and what was seen tells for sure.
 *
 * @param finished the pod with this UID was over by itself
 */
public record Seen(String uid, boolean finished) {
  public static final Seen NOTHING = new Seen("", false);

  /** With one more state of a pod; another pod of the name starts from nothing. */
  public Seen and(Pod pod) {
    if (finishedAs(pod)) {
      return this;
    }
    var over = Ending.of(pod, NOTHING) instanceof Ending.Finished;
    return over ? new Seen(pod.getMetadata().getUid(), true) : NOTHING;
  }

  boolean finishedAs(Pod pod) {
    return finished && uid.equals(pod.getMetadata().getUid());
  }
}
