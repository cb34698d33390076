package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** T-14: what was seen deleted and what is only missing are told apart. */
class CacheTest {
  private final List<String> heard = new ArrayList<>();
  private final Cache<ConfigMap> cache =
      new Cache<>((ref, now) -> heard.add(ref + "=" + (now == null ? "gone" : version(now))));

  @Test
  void keepsTheNewestVersionWhateverTheOrderOfNews() {
    cache.put(map("a", "uid", "9"));
    cache.put(map("a", "uid", "10"));
    cache.put(map("a", "uid", "9"));
    assertThat(heard).containsExactly("ns/a=9", "ns/a=10");
  }

  @Test
  void remembersADeletionThatTheWatchReported() {
    cache.put(map("a", "uid", "9"));
    cache.deleted(map("a", "uid", "12"));
    assertThat(cache.sawDeletion("uid")).isTrue();
    assertThat(cache.get(new Ref("ns", "a"))).isEmpty();
  }

  @Test
  void doesNotCallAnObjectDeletedThatAListMerelyLacks() {
    cache.put(map("a", "uid", "9"));
    cache.replaceAll(List.of());
    assertThat(cache.get(new Ref("ns", "a"))).isEmpty();
    assertThat(cache.sawDeletion("uid")).isFalse();
  }

  @Test
  void ignoresLateNewsOfAnObjectThatADeleteOfOursRemoved() {
    cache.put(map("a", "uid", "9"));
    cache.buried(new Ref("ns", "a"), "uid");
    cache.put(map("a", "uid", "10"));
    assertThat(cache.get(new Ref("ns", "a"))).isEmpty();
    cache.put(map("a", "successor", "11"));
    assertThat(cache.get(new Ref("ns", "a"))).isPresent();
    cache.deleted(map("a", "uid", "10"));
    assertThat(cache.get(new Ref("ns", "a"))).isPresent();
  }

  @Test
  void tellsAboutADeletionOfSomethingItNeverHeld() {
    cache.deleted(map("a", "uid", "9"));
    assertThat(heard).containsExactly("ns/a=gone");
  }

  @Test
  void keepsOnlyAPartButTellsTheWhole() {
    List<ConfigMap> told = new ArrayList<>();
    Cache<ConfigMap> trimmed = new Cache<>((ref, now) -> told.add(now));
    trimmed.keep(map -> new ConfigMapBuilder(map).withData(null).build());
    ConfigMap full = new ConfigMapBuilder(map("a", "uid", "9")).addToData("k", "v").build();
    trimmed.put(full);
    assertThat(told).containsExactly(full);
    assertThat(trimmed.get(new Ref("ns", "a")).orElseThrow().getData()).isNullOrEmpty();
  }

  private static String version(ConfigMap map) {
    return map.getMetadata().getResourceVersion();
  }

  private static ConfigMap map(String name, String uid, String version) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid(uid)
        .withResourceVersion(version)
        .endMetadata()
        .build();
  }
}
