package io.sluice.translate.namespaces;

import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whose volumes outlive their twin (D-22): the consumer lists its namespaces on the NamespaceMap,
 * the provider's policy says whether that counts. The list stays when the wish for the twin goes.
 */
public final class Retention {
  private Retention() {}

  /** The value of the annotation for these local namespaces. */
  public static String text(Collection<String> locals) {
    return String.join(",", new TreeSet<>(locals));
  }

  /** Local namespaces whose volumes the consumer wants to keep. */
  public static Set<String> wanted(NamespaceMap map) {
    String text =
        Frozen.map(map.getMetadata().getAnnotations()).getOrDefault(Annotations.PVC_RETENTION, "");
    Set<String> locals = new TreeSet<>();
    Arrays.stream(text.split(",")).map(String::strip).forEach(locals::add);
    locals.remove("");
    return locals;
  }
}
