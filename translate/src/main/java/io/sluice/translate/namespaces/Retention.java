package io.sluice.translate.namespaces;

import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whose volumes outlive their twin (D-22): all but those of namespaces that say Delete. The
 * consumer lists its namespaces on the NamespaceMap, the provider's policy says whether that
 * counts. A namespace stays on the list until its twin is gone.
 */
public final class Retention {
  private static final String DELETE = "Delete";

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

  /**
   * The list that a map should carry: namespaces that it extends or did until its twin is gone, and
   * no others, for their names are nobody else's business.
   *
   * @param entering the namespace whose entry is about to be written; null for none
   */
  public static String of(
      NamespaceMap map, Collection<NamespaceOffloading> offloadings, @Nullable String entering) {
    Set<String> concerned = new TreeSet<>();
    if (map.getSpec() != null) {
      concerned.addAll(map.getSpec().desiredMapping().keySet());
    }
    if (map.getStatus() != null) {
      concerned.addAll(map.getStatus().currentMapping().keySet());
    }
    if (entering != null) {
      concerned.add(entering);
    }
    Map<String, NamespaceOffloading> known =
        offloadings.stream()
            .filter(it -> it.getMetadata().getName().equals(Names.NAMESPACE_OFFLOADING))
            .collect(Collectors.toMap(it -> it.getMetadata().getNamespace(), Function.identity()));
    Set<String> before = wanted(map);
    // One that was torn out says nothing any more: what it said last holds.
    concerned.removeIf(
        local -> known.containsKey(local) ? deletes(known.get(local)) : !before.contains(local));
    return text(concerned);
  }

  /** Only that very word loses data. */
  private static boolean deletes(NamespaceOffloading offloading) {
    return DELETE.equals(
        Frozen.map(offloading.getMetadata().getAnnotations()).get(Annotations.PVC_RETENTION));
  }
}
