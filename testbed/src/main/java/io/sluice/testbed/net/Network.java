package io.sluice.testbed.net;

import io.sluice.testbed.Cluster;

/** The flat network between the pods of clusters with real nodes. */
public final class Network {
  private Network() {}

  /** No pod of one reaches anything of the other, in both directions. */
  public static void cut(Cluster one, Cluster other) {
    cutOneWay(one, other);
    cutOneWay(other, one);
  }

  /** What the first sends to the second is lost; answers to the second are lost too. */
  public static void cutOneWay(Cluster from, Cluster to) {
    from.dataPlaneTo(to).cut();
  }

  public static void heal(Cluster one, Cluster other) {
    one.dataPlaneTo(other).heal();
    other.dataPlaneTo(one).heal();
  }
}
