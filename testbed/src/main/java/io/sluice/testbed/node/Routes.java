package io.sluice.testbed.node;

import io.sluice.testbed.host.Shell;
import io.sluice.testbed.host.Slot;
import java.util.ArrayList;
import java.util.List;

/** The machine's own routes: a cluster must not take addresses that already lead somewhere. */
public final class Routes {
  private static final int BITS = 32;
  private final List<String> networks;

  Routes(List<String> networks) {
    this.networks = List.copyOf(networks);
  }

  /** Everything but the default route and what belongs to the bed itself. */
  public static Routes ofMachine() {
    return parse(Shell.run("ip", "-4", "route", "show").out());
  }

  static Routes parse(String shown) {
    List<String> networks = new ArrayList<>();
    for (String line : shown.split("\n", -1)) {
      String network = line.strip().split(" ", 2)[0];
      boolean ours = line.contains("dev " + NodeNetwork.BRIDGE);
      if (!network.isEmpty() && Character.isDigit(network.charAt(0)) && !ours) {
        networks.add(network.contains("/") ? network : network + "/" + BITS);
      }
    }
    return new Routes(networks);
  }

  /** Whether the slot's networks lead nowhere yet. */
  public boolean free(Slot slot) {
    return networks.stream()
        .noneMatch(
            taken ->
                overlap(taken, slot.podCidr())
                    || overlap(taken, slot.serviceCidr())
                    || overlap(taken, NodeNetwork.NET));
  }

  static boolean overlap(String one, String other) {
    int shared = Math.min(length(one), length(other));
    long mask = shared == 0 ? 0 : -1L << (BITS - shared);
    return (address(one) & mask) == (address(other) & mask);
  }

  private static int length(String cidr) {
    return Integer.parseInt(cidr.substring(cidr.indexOf('/') + 1));
  }

  private static long address(String cidr) {
    long value = 0;
    for (String part : cidr.substring(0, cidr.indexOf('/')).split("\\.", -1)) {
      value = value << 8 | Long.parseLong(part);
    }
    return value;
  }
}
