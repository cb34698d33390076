package io.sluice.testbed.node;

import io.sluice.testbed.host.FolderLock;
import io.sluice.testbed.host.Shell;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.host.Slots;
import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The flat network: one bridge on the machine, one leg per cluster. Every cluster knows the way to
 * the pods and services of every possible other one, so nobody has to be told when one comes or
 * goes, and the machine itself forwards nothing.
 */
public final class NodeNetwork {
  static final String BRIDGE = "sluice-br";
  static final String NET = "172.30.240.0/24";

  /** The machine's own address in this network. */
  public static final String GATEWAY = "172.30.240.1";

  private NodeNetwork() {}

  /** Connects the namespaces of a cluster to the others and to the machine. */
  static void connect(Slot slot, Namespaced inside) {
    String leg = slot.label();
    try (FolderLock _ = new Slots().lock()) {
      if (!exists(BRIDGE)) {
        Shell.must("ip", "link", "add", BRIDGE, "type", "bridge");
        Shell.must("ip", "addr", "add", GATEWAY + "/24", "dev", BRIDGE);
        Shell.must("ip", "link", "set", BRIDGE, "up");
      }
      String target = Long.toString(inside.holder().pid());
      Shell.must("ip", "link", "add", leg, "type", "veth", "peer", "name", "eth0", "netns", target);
      Shell.must("ip", "link", "set", leg, "master", BRIDGE, "up");
    }
    inside.must("ip", "addr", "add", slot.nodeAddress() + "/24", "dev", "eth0");
    inside.must("ip", "link", "set", "eth0", "up");
    inside.must("sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward");
    inside.must("ip", "route", "add", "default", "via", GATEWAY);
    inside.must("sh", "-c", "ip -batch - <<'END'\n" + routesToOthers(slot) + "END\n");
    Shell.must("ip", "route", "replace", slot.podCidr(), "via", slot.nodeAddress());
    Shell.must("ip", "route", "replace", slot.serviceCidr(), "via", slot.nodeAddress());
  }

  /** Removes the leg and, with the last one, the bridge. */
  static void disconnect(Slot slot) {
    try (FolderLock _ = new Slots().lock()) {
      if (exists(slot.label())) {
        // Gone by itself when the namespace has died in between.
        Shell.run("ip", "link", "delete", slot.label());
      }
      if (!exists(BRIDGE)) {
        return;
      }
      Shell.run("ip", "route", "delete", slot.podCidr(), "via", slot.nodeAddress());
      Shell.run("ip", "route", "delete", slot.serviceCidr(), "via", slot.nodeAddress());
      if (legs() == 0) {
        Shell.must("ip", "link", "delete", BRIDGE);
      }
    }
  }

  /** Whether the cluster has a leg of its own. */
  public static boolean isConnected(Slot slot) {
    return exists(slot.label());
  }

  /** Takes the leg of a cluster down or up: everything inside goes on. */
  public static void set(Slot slot, boolean up) {
    Shell.must("ip", "link", "set", slot.label(), up ? "up" : "down");
  }

  /** The routes, one per line, to everything that another cluster may have. */
  static String routesToOthers(Slot self) {
    StringBuilder lines = new StringBuilder();
    for (Slot other : Slot.all()) {
      if (!other.equals(self)) {
        for (String network : new String[] {other.podCidr(), other.serviceCidr()}) {
          lines.append("route add ").append(network);
          lines.append(" via ").append(other.nodeAddress()).append('\n');
        }
      }
    }
    return lines.toString();
  }

  private static boolean exists(String link) {
    return Files.exists(Path.of("/sys/class/net", link));
  }

  private static long legs() {
    try (var ports = Files.list(Path.of("/sys/class/net", BRIDGE, "brif"))) {
      return ports.count();
    } catch (IOException e) {
      throw new BedException("can't read the bridge " + BRIDGE, e);
    }
  }
}
