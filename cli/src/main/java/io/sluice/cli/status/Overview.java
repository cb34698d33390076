package io.sluice.cli.status;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;

/** What `sluice status` says, as data. */
@JsonPropertyOrder({"clusterID", "version", "manager", "peers", "nodes", "slices", "namespaces"})
public record Overview(
    String clusterID,
    String version,
    String manager,
    List<Peer> peers,
    List<VirtualNodeLine> nodes,
    List<Slice> slices,
    List<ExtendedNamespace> namespaces) {

  /** One peer and the state of what there is with it. */
  public record Peer(
      String clusterID, String role, String apiServer, String authentication, String offloading) {}

  /** One virtual node. */
  public record VirtualNodeLine(
      String name,
      String provider,
      String state,
      String kubelet,
      long pods,
      Map<String, String> capacity) {}

  /**
   * One slice.
   *
   * @param direction "borrowed from" or "lent to" the peer
   */
  public record Slice(
      String name,
      String direction,
      String peer,
      String authentication,
      String resources,
      Map<String, String> granted) {}

  /** One namespace that is extended. */
  public record ExtendedNamespace(
      String name, String phase, String strategy, Map<String, String> twins) {}
}
