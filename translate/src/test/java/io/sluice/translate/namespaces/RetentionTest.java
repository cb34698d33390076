package io.sluice.translate.namespaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapPhase;
import io.sluice.api.offloading.NamespaceMapSpec;
import io.sluice.api.offloading.NamespaceMapStatus;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Names;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetentionTest {
  @Test
  void theListTravelsOnTheMap() {
    assertThat(Retention.wanted(map(Retention.text(List.of("shop", "cart")))))
        .containsExactly("cart", "shop");
  }

  @Test
  void nothingIsKeptThatNobodyAskedFor() {
    assertThat(Retention.wanted(map(" , "))).isEmpty();
    assertThat(Retention.wanted(new NamespaceMap())).isEmpty();
  }

  /** D-22: data is kept unless somebody says that very word. */
  @Test
  void everyExtendedNamespaceIsKeptButThoseThatSayDelete() {
    List<NamespaceOffloading> all =
        List.of(
            offloading("shop", ""),
            offloading("cart", "Delete"),
            offloading("desk", "delete"),
            offloading("elsewhere", "Retain"));
    NamespaceMap map = map("");
    map.setSpec(new NamespaceMapSpec(Map.of("shop", "s", "cart", "c", "desk", "d")));
    assertThat(Retention.of(map, all, null)).isEqualTo("desk,shop");
    assertThat(Retention.of(map, all, "elsewhere")).isEqualTo("desk,elsewhere,shop");
  }

  @Test
  void aNamespaceStaysOnTheListUntilItsTwinIsGoneAndWhateverBecameOfItsWish() {
    NamespaceMap leaving = map("shop,torn");
    leaving.setStatus(
        new NamespaceMapStatus(
            Map.of(
                "shop", new RemoteNamespace("s", NamespaceMapPhase.TERMINATING),
                "torn", new RemoteNamespace("t", NamespaceMapPhase.TERMINATING))));
    assertThat(Retention.of(leaving, List.of(offloading("shop", "")), null)).isEqualTo("shop,torn");
    assertThat(Retention.of(leaving, List.of(offloading("shop", "Delete")), null))
        .isEqualTo("torn");
    assertThat(Retention.of(map("shop,torn"), List.of(offloading("shop", "")), null)).isEmpty();
  }

  private static NamespaceOffloading offloading(String namespace, String retention) {
    NamespaceOffloading offloading = new NamespaceOffloading();
    offloading.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(Names.NAMESPACE_OFFLOADING)
            .addToAnnotations(Annotations.PVC_RETENTION, retention)
            .build());
    return offloading;
  }

  private static NamespaceMap map(String value) {
    NamespaceMap map = new NamespaceMap();
    map.setMetadata(
        new ObjectMetaBuilder().addToAnnotations(Annotations.PVC_RETENTION, value).build());
    return map;
  }
}
