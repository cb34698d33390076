package io.sluice.translate.reflect;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.ReflectionType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {
  @ParameterizedTest(name = "§3.3: {0}, skip={1}, allow={2}: reflected {3}, own word {4}")
  @CsvSource({
    "DENY_LIST,   ,      ,      true,  SILENT",
    "DENY_LIST,   true,  ,      false, SKIPPED",
    "DENY_LIST,   '',    ,      false, SKIPPED",
    "DENY_LIST,   False, ,      true,  SILENT",
    "DENY_LIST,   ,      true,  true,  ALLOWED",
    "ALLOW_LIST,  ,      ,      false, SILENT",
    "ALLOW_LIST,  ,      yes,   true,  ALLOWED",
    "ALLOW_LIST,  ,      FALSE, false, SILENT",
    "ALLOW_LIST,  true,  true,  true,  BOTH",
    "CUSTOM_LIQO, true,  ,      true,  SKIPPED",
  })
  void annotationsOptInAndOut(
      ReflectionType type,
      @Nullable String skip,
      @Nullable String allow,
      boolean reflected,
      Policy.Own own) {
    ObjectMetaBuilder meta = new ObjectMetaBuilder().withName("x");
    if (skip != null) {
      meta.addToAnnotations("liqo.io/skip-reflection", skip);
    }
    if (allow != null) {
      meta.addToAnnotations("liqo.io/allow-reflection", allow);
    }
    ConfigMap object = new ConfigMapBuilder().withMetadata(meta.build()).build();

    assertThat(Policy.keeps(type, object).isEmpty()).isEqualTo(reflected);
    assertThat(Policy.own(object)).isEqualTo(own);
  }
}
