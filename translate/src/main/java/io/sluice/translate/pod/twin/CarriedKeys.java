package io.sluice.translate.pod.twin;

import io.sluice.api.vocab.Annotations;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Keys that came over the border. They tell a label that was removed at home from one that the
 * provider added: only the first is removed there as well (§12.3.10).
 */
public record CarriedKeys(Set<String> labels, Set<String> annotations) {
  private static final String BETWEEN = ";";

  public CarriedKeys {
    labels = Set.copyOf(labels);
    annotations = Set.copyOf(annotations);
  }

  /** As recorded in the annotations of a ShadowPod or its pod; nothing where there is no record. */
  public static CarriedKeys recordedIn(Map<String, String> annotations) {
    var parts = annotations.getOrDefault(Annotations.CARRIED_KEYS, "").split(BETWEEN, 2);
    return new CarriedKeys(keys(parts[0]), keys(parts.length < 2 ? "" : parts[1]));
  }

  private static Set<String> keys(String text) {
    return Arrays.stream(text.split(",")).filter(key -> !key.isEmpty()).collect(Collectors.toSet());
  }

  @Override
  public String toString() {
    return String.join(",", new TreeSet<>(labels))
        + BETWEEN
        + String.join(",", new TreeSet<>(annotations));
  }
}
