package io.sluice.kubelet.serve;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.engine.kube.Ref;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pods of this node as they are known right now; nothing is asked of an API server. */
public interface NodePods {
  /** Local pods. */
  List<Pod> all();

  /** A pod by its local namespace and name. */
  Optional<Hosted> find(Ref local);

  /**
   * A local pod and what there is of it elsewhere.
   *
   * @param twinNamespace null while its namespace is not extended
   * @param shadow null when there is none, or when it belongs to an earlier pod of that name (D-3)
   * @param remote null when there is none, likewise
   */
  record Hosted(
      Pod local,
      @Nullable String twinNamespace,
      @Nullable ShadowPod shadow,
      @Nullable Pod remote) {}
}
