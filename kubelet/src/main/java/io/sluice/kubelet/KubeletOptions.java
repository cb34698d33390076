package io.sluice.kubelet;

import io.sluice.kubelet.node.Timing;
import java.time.Duration;

/** What one virtual node's process is told at start. */
public record KubeletOptions(
    String nodeName, Peer peer, String address, Timing probe, Duration nodeLease) {

  /** The two clusters, and the namespace at home that holds the objects of their peering. */
  public record Peer(String consumer, String provider, String tenantNamespace) {}
}
