package io.sluice.testbed.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** What a cluster should be like; start from {@link #named} and say what differs. */
public record ClusterOptions(String name, NodeKind nodes, int kwokNodes, Tuning tuning) {
  private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]{0,30}[a-z0-9])?");

  public ClusterOptions {
    if (!NAME.matcher(name).matches()) {
      throw new BedException(
          "'"
              + name
              + "' is not a cluster name: lower-case letters, digits and dashes, at most 32");
    }
    if (kwokNodes < 0) {
      throw new BedException("a cluster can't have " + kwokNodes + " nodes");
    }
  }

  /** One fake node, limits as Kubernetes ships them. */
  public static ClusterOptions named(String name) {
    return new ClusterOptions(name, NodeKind.KWOK, 1, Tuning.NORMAL);
  }

  public ClusterOptions withNodes(NodeKind kind) {
    return new ClusterOptions(name, kind, kwokNodes, tuning);
  }

  public ClusterOptions withKwokNodes(int count) {
    return new ClusterOptions(name, NodeKind.KWOK, count, tuning);
  }

  public ClusterOptions withTuning(Tuning other) {
    return new ClusterOptions(name, nodes, kwokNodes, other);
  }

  /**
   * Deviations from the ordinary.
   *
   * @param raisedLimits for benchmarks: the API server takes more requests at a time, controllers
   *     work with more hands
   * @param apiPort the port of the API server; empty: one that is free
   * @param extraFlags appended to the command line of a component
   */
  public record Tuning(
      boolean raisedLimits, OptionalInt apiPort, Map<Component, List<String>> extraFlags) {
    public static final Tuning NORMAL = new Tuning(false, OptionalInt.empty(), Map.of());

    public Tuning {
      extraFlags = Map.copyOf(extraFlags);
    }

    public Tuning withRaisedLimits() {
      return new Tuning(true, apiPort, extraFlags);
    }

    public Tuning withApiPort(int port) {
      return new Tuning(raisedLimits, OptionalInt.of(port), extraFlags);
    }

    public Tuning withFlags(Component component, String... flags) {
      Map<Component, List<String>> more = new EnumMap<>(Component.class);
      more.putAll(extraFlags);
      more.put(component, List.of(flags));
      return new Tuning(raisedLimits, apiPort, more);
    }

    public List<String> flags(Component component) {
      return extraFlags.getOrDefault(component, List.of());
    }
  }
}
