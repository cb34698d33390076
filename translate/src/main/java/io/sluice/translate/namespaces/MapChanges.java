package io.sluice.translate.namespaces;

import io.sluice.api.offloading.NamespaceMap;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What has to change in the NamespaceMaps for one namespace (NS-2).
 *
 * @param wanted providers whose map lacks the entry or has another name in it
 * @param unwanted providers whose map has an entry that goes; the twin goes with it, and its data
 */
public record MapChanges(Set<String> wanted, Set<String> unwanted) {
  public MapChanges {
    wanted = Set.copyOf(wanted);
    unwanted = Set.copyOf(unwanted);
  }

  /**
   * An entry goes only where virtual nodes of the provider are there to be judged. A provider
   * without any is left alone: its map ends with its last virtual node, and "none" may be a short
   * list. One whose Node is missing at the moment is left alone too, since labels that people gave
   * it are missing as well (D-12b, T-14).
   *
   * @param judged providers all of whose virtual nodes have their Node, or never get one
   */
  public static MapChanges of(
      String namespace,
      String twin,
      Set<String> selected,
      Set<String> judged,
      Collection<NamespaceMap> maps) {
    Set<String> wanted = new TreeSet<>();
    Set<String> unwanted = new TreeSet<>();
    for (NamespaceMap map : maps) {
      String provider = map.getMetadata().getName();
      String entry = map.getSpec() == null ? null : map.getSpec().desiredMapping().get(namespace);
      if (selected.contains(provider) && !twin.equals(entry)) {
        wanted.add(provider);
      } else if (entry != null && !selected.contains(provider) && judged.contains(provider)) {
        unwanted.add(provider);
      }
    }
    return new MapChanges(wanted, unwanted);
  }

  /** Everything goes: the extension is withdrawn. */
  public static MapChanges none(String namespace, List<NamespaceMap> maps) {
    return new MapChanges(
        Set.of(),
        maps.stream()
            .filter(
                map ->
                    map.getSpec() != null && map.getSpec().desiredMapping().containsKey(namespace))
            .map(map -> map.getMetadata().getName())
            .collect(Collectors.toSet()));
  }
}
