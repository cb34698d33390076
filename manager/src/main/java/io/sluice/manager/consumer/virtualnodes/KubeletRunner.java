package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.sluice.engine.kube.Ref;

/** Where kubelets run: one process for each virtual node, with nothing of another's in it. */
public interface KubeletRunner extends AutoCloseable {

  /** How a kubelet is at the moment. */
  record State(boolean running, String message) {}

  /**
   * Makes the kubelet run as ordered and says how it is; returns at once.
   *
   * @param account what it acts as at home
   */
  State run(KubeletOrder order, ServiceAccount account);

  /** Ends the kubelet; returns at once, and false while something of it is left. */
  boolean stop(Ref virtualNode);

  @Override
  void close();
}
