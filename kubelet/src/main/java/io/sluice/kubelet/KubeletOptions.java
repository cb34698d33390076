package io.sluice.kubelet;

import io.sluice.kubelet.node.Timing;
import io.sluice.kubelet.reflect.ReflectionOptions;
import java.time.Duration;

/** What one virtual node's process is told at start. */
public record KubeletOptions(
    String nodeName,
    Peer peer,
    String address,
    Timing probe,
    Duration nodeLease,
    ReflectionOptions reflection) {

  /** With everything that is reflected in the usual way. */
  public KubeletOptions(
      String nodeName, Peer peer, String address, Timing probe, Duration nodeLease) {
    this(nodeName, peer, address, probe, nodeLease, ReflectionOptions.DEFAULT);
  }

  /** The two clusters, and the namespace at home that holds the objects of their peering. */
  public record Peer(String consumer, String provider, String tenantNamespace) {}
}
