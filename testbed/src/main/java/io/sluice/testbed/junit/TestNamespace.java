package io.sluice.testbed.junit;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.plane.Namespaces;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** A namespace of the same fresh name in every cluster of the test; removed after it. */
public final class TestNamespace implements AutoCloseable {
  private static final int WORDS = 30;
  private static final int UNIQUE = 8;

  private final String name;
  private final List<Cluster> clusters;

  private TestNamespace(String name, List<Cluster> clusters) {
    this.name = name;
    this.clusters = List.copyOf(clusters);
  }

  static TestNamespace create(String test, List<Cluster> clusters) {
    String name = nameFor(test, UUID.randomUUID());
    clusters.forEach(cluster -> new Namespaces(cluster.api()).create(name));
    return new TestNamespace(name, clusters);
  }

  static String nameFor(String test, UUID unique) {
    String words = test.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return "t-"
        + words.substring(0, Math.min(WORDS, words.length()))
        + "-"
        + unique.toString().substring(0, UNIQUE);
  }

  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return name;
  }

  /** Asks for the removal and does not wait for it: no test depends on it. */
  @Override
  public void close() {
    clusters.forEach(cluster -> new Namespaces(cluster.api()).delete(name));
  }
}
