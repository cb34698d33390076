package io.sluice.testbed.junit;

import io.sluice.testbed.Bed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.ClusterOptions;
import io.sluice.testbed.model.NodeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The bed of a test JVM: a cluster is started when the first class asks for it. */
final class SharedBed implements AutoCloseable {
  private final Bed bed = Bed.open("tests");
  private final Map<String, Cluster> running = new HashMap<>();

  /** The clusters by the names that the test uses. */
  synchronized Map<String, Cluster> clusters(List<String> names, NodeKind kind) {
    List<ClusterOptions> missing = new ArrayList<>();
    for (String name : names) {
      if (!running.containsKey(realName(name, kind))) {
        missing.add(ClusterOptions.named(realName(name, kind)).withNodes(kind));
      }
    }
    bed.start(missing).forEach(cluster -> running.put(cluster.name(), cluster));
    Map<String, Cluster> wanted = new LinkedHashMap<>();
    for (String name : names) {
      Cluster cluster = running.get(realName(name, kind));
      if (cluster != null) {
        wanted.put(name, cluster);
      }
    }
    return wanted;
  }

  /** A cluster of one kind never stands in for one of another kind. */
  private static String realName(String name, NodeKind kind) {
    return kind == NodeKind.KWOK ? name : name + "-" + kind.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void close() {
    bed.close();
  }
}
