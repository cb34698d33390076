package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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
  void quietObjectsArePackedAndReadAgainAsTheyWere() {
    AtomicLong now = new AtomicLong();
    Cache<ConfigMap> packing = new Cache<>((_, _) -> {}, now::get);
    packing.pack(ConfigMap.class);
    packing.put(map("a", "uid", "9"));
    packing.put(map("b", "other", "10"));
    ConfigMap whole = packing.get(new Ref("ns", "a")).orElseThrow();
    assertThat(packing.get(new Ref("ns", "a")).orElseThrow()).isSameAs(whole);
    now.addAndGet(Store.QUIET.toNanos());
    packing.put(map("b", "other", "11"));
    packing.tick();
    ConfigMap again = packing.get(new Ref("ns", "a")).orElseThrow();
    assertThat(again).isNotSameAs(whole);
    assertThat(Json.tree(again)).isEqualTo(Json.tree(whole));
    ConfigMap fresh = packing.get(new Ref("ns", "b")).orElseThrow();
    assertThat(packing.get(new Ref("ns", "b")).orElseThrow())
        .as("it changed a moment ago")
        .isSameAs(fresh);
    packing.put(map("a", "uid", "8"));
    assertThat(version(packing.get(new Ref("ns", "a")).orElseThrow())).isEqualTo("9");
    packing.put(map("a", "uid", "12"));
    assertThat(version(packing.get(new Ref("ns", "a")).orElseThrow())).isEqualTo("12");
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
