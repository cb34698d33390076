package io.sluice.translate.reflect;

import static io.sluice.translate.reflect.Borders.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.sluice.api.offloading.ReflectionType;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTest {
  private static final ConfigMaps KIND =
      new ConfigMaps(ReflectionType.DENY_LIST, new Interest.All());

  @ParameterizedTest(name = "local {0}, remote {1}: {2}")
  @CsvSource({
    "-,       -,         Nothing",
    "-,       ours,      Delete",
    "-,       leaving,   Nothing",
    "-,       foreign,   Nothing",
    "there,   -,         Apply",
    "there,   ours,      Nothing",
    "there,   leaving,   Nothing",
    "there,   foreign,   Conflict",
    "there,   drifted,   Apply",
    "there,   frozen,    Delete",
    "skipped, -,         Nothing",
    "skipped, ours,      Delete",
    "skipped, foreign,   Nothing",
    "skipped, leaving,   Nothing",
  })
  void planFollowsFromWhatIsThere(String local, String remote, String plan) {
    assertThat(Plan.of(KIND, local(local), remote(remote), SHOP).getClass().getSimpleName())
        .isEqualTo(plan);
  }

  @Test
  void aConflictNamesTheCluster() {
    assertThat(Plan.of(KIND, local("there"), remote("foreign"), SHOP))
        .isEqualTo(
            new Plan.Conflict<>("cluster milan has an object of that name that is not ours"));
  }

  @Test
  void keysRemovedAtHomeAreTakenBackAndKeysOfOthersStay() {
    ConfigMap labelled =
        new ConfigMapBuilder(local("there"))
            .editMetadata()
            .addToLabels("a", "1")
            .endMetadata()
            .build();
    ConfigMap twin = ((Plan.Apply<ConfigMap>) Plan.of(KIND, labelled, null, SHOP)).twin();
    ConfigMap touched =
        new ConfigMapBuilder(twin)
            .editMetadata()
            .addToLabels("by-provider", "x")
            .addToAnnotations("by-provider", "y")
            .endMetadata()
            .build();

    assertThat(Plan.of(KIND, labelled, touched, SHOP)).isInstanceOf(Plan.Nothing.class);
    assertThat(Plan.of(KIND, local("there"), touched, SHOP)).isInstanceOf(Plan.Apply.class);
  }

  @Test
  void metadataLeavesWithoutWhatIsWithheldAndWithWhoseItIs() {
    ConfigMap local =
        new ConfigMapBuilder(local("there"))
            .editMetadata()
            .addToLabels(
                Map.of("app", "web", "secret-label", "x", "offloading.liqo.io/origin", "tokyo"))
            .addToAnnotations(
                Map.of(
                    "note", "n",
                    "secret-annotation", "x",
                    "kubectl.kubernetes.io/last-applied-configuration", "{}"))
            .endMetadata()
            .build();

    ConfigMap twin = ((Plan.Apply<ConfigMap>) Plan.of(KIND, local, null, SHOP)).twin();

    assertThat(twin.getMetadata().getLabels())
        .isEqualTo(
            Map.of(
                "app", "web",
                "offloading.liqo.io/origin", "rome",
                "offloading.liqo.io/destination", "milan"));
    assertThat(twin.getMetadata().getAnnotations())
        .isEqualTo(Map.of("note", "n", "sluice.io/carried-keys", "app;note"));
    assertThat(twin.getMetadata().getNamespace()).isEqualTo("shop-rome");
    assertThat(twin.getMetadata().getUid()).isNull();
  }

  private static @Nullable ConfigMap local(String state) {
    ConfigMap there =
        new ConfigMapBuilder().withMetadata(Borders.meta("conf")).addToData("k", "v").build();
    return switch (state) {
      case "-" -> null;
      case "skipped" ->
          new ConfigMapBuilder(there)
              .withMetadata(Borders.meta("conf", "liqo.io/skip-reflection", "true"))
              .build();
      default -> there;
    };
  }

  private static @Nullable ConfigMap remote(String state) {
    ConfigMap ours =
        ((Wish.Wanted<ConfigMap>) KIND.wish(java.util.Objects.requireNonNull(local("there")), SHOP))
            .twin();
    ConfigMapBuilder builder = new ConfigMapBuilder(ours);
    return switch (state) {
      case "-" -> null;
      case "foreign" -> builder.editMetadata().withLabels(Map.of()).endMetadata().build();
      case "leaving" -> builder.editMetadata().withDeletionTimestamp("t").endMetadata().build();
      case "drifted" -> builder.addToData("k", "edited").build();
      case "frozen" -> builder.addToData("k", "edited").withImmutable(true).build();
      default -> ours;
    };
  }
}
