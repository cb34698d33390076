package io.sluice.translate.namespaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class MapChangesTest {
  record Case(
      String name,
      Map<String, String> there,
      Set<String> selected,
      Set<String> judged,
      MapChanges changes) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final MapChanges NOTHING = new MapChanges(Set.of(), Set.of());
  private static final Set<String> ROME = Set.of("rome");

  static final List<Case> CASES =
      List.of(
          new Case("selected, absent", Map.of(), ROME, ROME, new MapChanges(ROME, Set.of())),
          new Case("selected, there", Map.of("ns", "twin"), ROME, ROME, NOTHING),
          new Case(
              "selected under another name",
              Map.of("ns", "old"),
              ROME,
              ROME,
              new MapChanges(ROME, Set.of())),
          new Case("not selected, absent", Map.of("other", "x"), Set.of(), ROME, NOTHING),
          new Case(
              "not selected, there",
              Map.of("ns", "twin"),
              Set.of(),
              ROME,
              new MapChanges(Set.of(), ROME)),
          new Case(
              "a provider without virtual nodes, or with one whose Node is missing, is left alone",
              Map.of("ns", "twin"),
              Set.of(),
              Set.of(),
              NOTHING),
          new Case(
              "but gets its twin all the same",
              Map.of(),
              ROME,
              Set.of(),
              new MapChanges(ROME, Set.of())));

  @ParameterizedTest
  @FieldSource("CASES")
  void decidesPerProvider(Case given) {
    assertThat(
            MapChanges.of(
                "ns", "twin", given.selected(), given.judged(), List.of(map(given.there()))))
        .isEqualTo(given.changes());
  }

  @Test
  void withdrawalTakesEveryEntryOfTheNamespaceAndNoOther() {
    assertThat(MapChanges.none("ns", List.of(map(Map.of("ns", "twin")))))
        .isEqualTo(new MapChanges(Set.of(), ROME));
    assertThat(MapChanges.none("ns", List.of(map(Map.of("other", "x"))))).isEqualTo(NOTHING);
  }

  private static NamespaceMap map(Map<String, String> entries) {
    NamespaceMap map = new NamespaceMap();
    map.setMetadata(new ObjectMetaBuilder().withName("rome").build());
    map.setSpec(new NamespaceMapSpec(entries));
    return map;
  }
}
