package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.engine.kube.ApiFailure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the provider runs for the pods of one extended namespace. The few verbs that a back end
 * needs; whether ShadowPods or something else stands behind them is nobody else's business.
 *
 * <p>Verbs that write are sent once and fail with {@link ApiFailure}.
 */
public interface RemoteWorkload extends AutoCloseable {

  /** Begins to follow; not before its first news can be taken. */
  void start();

  /**
   * Whether everything in the twin namespace has been seen once: before that, nothing is absent.
   */
  boolean synced();

  /** What is known of the twin of a pod. */
  Observed observe(String name);

  /** Names of everything there that carries our mark, whether or not a local pod exists. */
  List<String> names();

  /** Answers with what the provider made of it. */
  ShadowPod create(ShadowPod wanted);

  /** Merges a change into the description of the twin. */
  void update(String name, String uid, Map<String, Object> change);

  /**
   * Puts right what others changed on the twin, where nobody in the provider does it, and carries
   * changes of its description to the pod.
   */
  void mend(ShadowPod wanted);

  /** Whether {@link #mend} has nothing to do, ever. */
  default boolean mendsItself() {
    return false;
  }

  /** Name of the twin that a pod in the provider runs for. */
  String twinOf(String pod);

  /** Ends the twin; its pod goes with the grace that was asked for. */
  void delete(String name, String uid);

  @Override
  void close();

  /** The description of a twin and the pod that runs for it. */
  record Observed(Optional<ShadowPod> shadow, Optional<Pod> pod) {
    public static final Observed NOTHING = new Observed(Optional.empty(), Optional.empty());
  }
}
