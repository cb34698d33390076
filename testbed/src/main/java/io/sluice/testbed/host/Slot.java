package io.sluice.testbed.host;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The number that a running cluster has on this machine; its ports and addresses follow from it, so
 * two clusters never collide, whoever started them.
 */
public record Slot(int number) {
  static final int COUNT = 60;
  private static final int FIRST_PORT = 26000;
  private static final int PORTS = 10;

  public Slot {
    if (number < 0 || number >= COUNT) {
      throw new IllegalArgumentException("no slot " + number);
    }
  }

  /** All that there can be. */
  public static List<Slot> all() {
    return IntStream.range(0, COUNT).mapToObj(Slot::new).toList();
  }

  /** Ports on loopback, for clusters without a network namespace of their own. */
  public int port(Port port) {
    return FIRST_PORT + number * PORTS + port.offset;
  }

  public String podCidr() {
    return "10." + (64 + number) + ".0.0/16";
  }

  /** The part of the pod network that the one real node hands out. */
  public String nodePodCidr() {
    return "10." + (64 + number) + ".0.0/24";
  }

  public String serviceCidr() {
    return "10." + (128 + number) + ".0.0/16";
  }

  public String serviceAddress(int host) {
    return "10." + (128 + number) + ".0." + host;
  }

  /** The address of the node on the network that all clusters share. */
  public String nodeAddress() {
    return "172.30.240." + (10 + number);
  }

  /** Names of the network namespace and the cgroup, short enough for a network interface. */
  public String label() {
    return "sluice" + number;
  }

  /** What listens on loopback. */
  public enum Port {
    API_SERVER(0),
    ETCD(1),
    ETCD_PEER(2),
    CONTROLLER_MANAGER(3),
    SCHEDULER(4),
    KWOK(5);

    private final int offset;

    Port(int offset) {
      this.offset = offset;
    }

    /** The distance from the first port of the slot. */
    public int offset() {
      return offset;
    }
  }
}
