package io.sluice.translate.namespaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.vocab.Annotations;
import java.util.List;
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

  private static NamespaceMap map(String value) {
    NamespaceMap map = new NamespaceMap();
    map.setMetadata(
        new ObjectMetaBuilder().addToAnnotations(Annotations.PVC_RETENTION, value).build());
    return map;
  }
}
