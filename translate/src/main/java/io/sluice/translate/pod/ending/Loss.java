package io.sluice.translate.pod.ending;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Annotations;
import java.util.Map;

/** What follows when a remote pod is taken away ({@code remotePodLoss}, D-1). */
public enum Loss {
  /** The provider runs it again, whatever the restart policy. */
  RECREATE,
  /** The home pod fails, and the controller at home decides. */
  FAIL;

  public static Loss of(Map<String, String> annotations) {
    return "fail".equals(annotations.get(Annotations.REMOTE_POD_LOSS)) ? FAIL : RECREATE;
  }

  /**
   * Whether the pod runs again. The one exception: a container that may not restart was over by
   * itself; the home pod has shown that end and no API server lets it run again (T-2).
   */
  public boolean recreates(Pod taken) {
    return switch (this) {
      case FAIL -> false;
      case RECREATE ->
          Disturbance.of(taken)
              .flatMap(Disturbance::since)
              .filter(since -> !OwnEnd.ended(taken, since).isEmpty())
              .isEmpty();
    };
  }
}
