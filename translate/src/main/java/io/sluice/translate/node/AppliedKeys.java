package io.sluice.translate.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Keys of a Node that came from its VirtualNode, recorded on the Node itself: after a restart they
 * tell what may be taken away again from what people added (NODE-5).
 */
record AppliedKeys(Set<String> labels, Set<String> annotations, Set<String> taints) {
  private static final String BETWEEN = ";";

  static AppliedKeys recordedOn(Node node) {
    String text =
        Frozen.map(node.getMetadata().getAnnotations()).getOrDefault(Annotations.APPLIED_KEYS, "");
    String[] parts = text.split(BETWEEN, -1);
    return new AppliedKeys(keys(parts, 0), keys(parts, 1), keys(parts, 2));
  }

  /** A taint is known by key and effect. */
  static String key(Taint taint) {
    return taint.getKey() + ":" + taint.getEffect();
  }

  private static Set<String> keys(String[] parts, int index) {
    return index >= parts.length
        ? Set.of()
        : Arrays.stream(parts[index].split(","))
            .filter(key -> !key.isEmpty())
            .collect(Collectors.toSet());
  }

  @Override
  public String toString() {
    return String.join(",", new TreeSet<>(labels))
        + BETWEEN
        + String.join(",", new TreeSet<>(annotations))
        + BETWEEN
        + String.join(",", new TreeSet<>(taints));
  }
}
