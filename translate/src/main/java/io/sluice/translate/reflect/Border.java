package io.sluice.translate.reflect;

import java.util.Set;

/**
 * One extended namespace and its twin.
 *
 * @param origin consumer
 * @param destination provider
 * @param namespace at home
 * @param twin namespace in the provider
 * @param withheld keys that do not leave the cluster
 */
public record Border(
    String origin, String destination, String namespace, String twin, Withheld withheld) {

  /** Keys of labels and annotations that are not reflected. */
  public record Withheld(Set<String> labels, Set<String> annotations) {
    public static final Withheld NOTHING = new Withheld(Set.of(), Set.of());

    public Withheld {
      labels = Set.copyOf(labels);
      annotations = Set.copyOf(annotations);
    }
  }
}
