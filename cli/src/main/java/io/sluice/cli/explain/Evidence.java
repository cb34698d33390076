package io.sluice.cli.explain;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import java.util.Optional;

/**
 * What was found of a pod in both clusters.
 *
 * @param provider ID of the cluster behind the node; empty when the node is an ordinary one
 * @param twin name of the twin namespace; empty when there is none
 * @param blind why the provider could not be asked; empty when it was
 */
public record Evidence(
    Pod local,
    Optional<Node> node,
    String provider,
    String twin,
    Optional<ShadowPod> shadow,
    Optional<Pod> remote,
    String blind) {

  /** Of a pod that is not on a virtual node. */
  public static Evidence atHome(Pod local, Optional<Node> node) {
    return new Evidence(local, node, "", "", Optional.empty(), Optional.empty(), "");
  }
}
