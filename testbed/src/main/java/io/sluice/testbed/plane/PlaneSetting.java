package io.sluice.testbed.plane;

import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.model.ClusterOptions;
import io.sluice.testbed.model.NodeKind;

/** Where the parts of one control plane listen: loopback ports, or a namespace of its own. */
public record PlaneSetting(ClusterOptions options, ClusterFolder folder, Slot slot) {
  private static final int API_PORT = 6443;
  private static final int ETCD_PORT = 2379;

  /** Whether the cluster has a network namespace, and with it every port for itself. */
  public boolean ownNetwork() {
    return options.nodes() == NodeKind.REAL;
  }

  /** Address under which everybody reaches the API server. */
  public String address() {
    return ownNetwork() ? slot.nodeAddress() : "127.0.0.1";
  }

  public String server() {
    return "https://" + address() + ":" + apiPort();
  }

  public int apiPort() {
    return ownNetwork() ? API_PORT : options.tuning().apiPort().orElse(port(Slot.Port.API_SERVER));
  }

  int port(Slot.Port port) {
    return ownNetwork() ? ETCD_PORT + port.offset() : slot.port(port);
  }

  /** The URL of etcd, or of its side that talks to other members. */
  String etcd(Slot.Port port) {
    return "http://127.0.0.1:" + port(port);
  }
}
