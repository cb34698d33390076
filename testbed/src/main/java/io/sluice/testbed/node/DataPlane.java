package io.sluice.testbed.node;

import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.model.BedException;

/** What lies between the pods of two clusters; traffic from one to the other can be dropped. */
public final class DataPlane {
  private final ClusterFolder from;
  private final ClusterFolder to;

  public DataPlane(ClusterFolder from, ClusterFolder to) {
    this.from = from;
    this.to = to;
  }

  /** Drops, without an answer, everything that goes this way. */
  public void cut() {
    Slot target = slot(to);
    route("replace", "blackhole", target.podCidr());
    route("replace", "blackhole", target.serviceCidr());
    route("replace", "blackhole", target.nodeAddress() + "/32");
  }

  public void heal() {
    Slot target = slot(to);
    route("replace", target.podCidr(), "via", target.nodeAddress(), "onlink", "dev", "eth0");
    route("replace", target.serviceCidr(), "via", target.nodeAddress(), "onlink", "dev", "eth0");
    // The node itself is a neighbour: without the black hole the ordinary route holds again.
    inside().run("ip", "route", "delete", "blackhole", target.nodeAddress() + "/32");
  }

  private void route(String... arguments) {
    String[] command = new String[arguments.length + 2];
    command[0] = "ip";
    command[1] = "route";
    System.arraycopy(arguments, 0, command, 2, arguments.length);
    inside().must(command);
  }

  private Namespaced inside() {
    return Namespaced.of(from)
        .orElseThrow(() -> new BedException(from.name() + " has no network of its own"));
  }

  private static Slot slot(ClusterFolder folder) {
    return folder.slot().orElseThrow(() -> new BedException(folder.name() + " is not running"));
  }
}
