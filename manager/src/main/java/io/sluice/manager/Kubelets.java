package io.sluice.manager;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** Where the kubelets of virtual nodes run. */
public sealed interface Kubelets {

  /** In the cluster, beside their VirtualNodes. */
  record Deployed() implements Kubelets {}

  /**
   * As processes beside the manager, which runs outside the cluster.
   *
   * @param command what starts a kubelet, before its flags
   * @param folder where each kubelet has a folder of its own
   * @param server the cluster's API server as this machine reaches it
   */
  record Local(List<String> command, Path folder, URI server) implements Kubelets {
    public Local {
      command = List.copyOf(command);
    }
  }
}
