package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;
import java.util.Set;

/** The namespace shop of rome, extended to milan. */
final class Borders {
  private Borders() {}

  static final Border SHOP =
      new Border(
          "rome",
          "milan",
          "shop",
          "shop-rome",
          new Border.Withheld(Set.of("secret-label"), Set.of("secret-annotation")));

  static final Map<String, String> OURS =
      Map.of("offloading.liqo.io/origin", "rome", "offloading.liqo.io/destination", "milan");

  static ObjectMeta meta(String name) {
    return new ObjectMetaBuilder().withName(name).withNamespace("shop").withUid("u-home").build();
  }

  static ObjectMeta meta(String name, String annotation, String value) {
    return new ObjectMetaBuilder(meta(name)).addToAnnotations(annotation, value).build();
  }
}
