package io.sluice.kubelet;

import io.sluice.kubelet.node.Timing;
import io.sluice.kubelet.reflect.ReflectionOptions;
import io.sluice.kubelet.serve.Serving;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one virtual node's process is told at start.
 *
 * @param serving how its port is served; null for a node that nobody can talk to
 */
public record KubeletOptions(
    String nodeName,
    Peer peer,
    Appearance node,
    Timing probe,
    Duration nodeLease,
    ReflectionOptions reflection,
    @Nullable Serving serving) {

  /** With everything that is reflected in the usual way. */
  public KubeletOptions(
      String nodeName, Peer peer, Appearance node, Timing probe, Duration nodeLease) {
    this(nodeName, peer, node, probe, nodeLease, ReflectionOptions.DEFAULT, null);
  }

  /** Without a port. */
  public KubeletOptions(
      String nodeName,
      Peer peer,
      Appearance node,
      Timing probe,
      Duration nodeLease,
      ReflectionOptions reflection) {
    this(nodeName, peer, node, probe, nodeLease, reflection, null);
  }

  /** The same with a port. */
  public KubeletOptions at(Serving port) {
    return new KubeletOptions(nodeName, peer, node, probe, nodeLease, reflection, port);
  }

  /** The same with other reflection. */
  KubeletOptions reflecting(ReflectionOptions other) {
    return new KubeletOptions(nodeName, peer, node, probe, nodeLease, other, serving);
  }

  /**
   * The two clusters, and the namespace at home that holds the objects of their peering.
   *
   * @param agent what of Sluice runs in the provider
   */
  public record Peer(String consumer, String provider, String tenantNamespace, Agent agent) {

    /** With a provider that runs Sluice. */
    public Peer(String consumer, String provider, String tenantNamespace) {
      this(consumer, provider, tenantNamespace, Agent.SLUICE);
    }
  }

  /** What of Sluice runs in the provider. */
  public enum Agent {
    /** Its manager: pods are asked for as ShadowPods, and enforced. */
    SLUICE,
    /** Nothing: all there is is a kubeconfig, and pods are kept by ReplicaSets and Jobs. */
    NONE
  }

  /**
   * The Node as far as the VirtualNode does not say it.
   *
   * @param address where the kubelet listens
   * @param create whether there is a Node at all
   * @param checkNetwork whether the Node is ready only while the network to the provider is up
   */
  public record Appearance(
      String address,
      boolean create,
      boolean checkNetwork,
      Map<String, String> labels,
      Map<String, String> annotations) {
    public Appearance {
      labels = Map.copyOf(labels);
      annotations = Map.copyOf(annotations);
    }

    public static Appearance at(String address) {
      return new Appearance(address, true, true, Map.of(), Map.of());
    }
  }
}
