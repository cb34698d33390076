package io.sluice.translate.namespaces;

import static io.sluice.api.offloading.NamespaceMapPhase.ACCEPTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapPhase;
import io.sluice.api.offloading.NamespaceMapSpec;
import io.sluice.api.offloading.NamespaceMapStatus;
import io.sluice.api.offloading.RemoteNamespace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TwinsTest {
  private static final Twins TWINS =
      new Twins("liqo-tenant-rome", "rome", "rome", Twins.podSecurity("baseline", "v1.36"));
  private static final Namespace OURS =
      new NamespaceBuilder(TWINS.twin("shop", "shop-rome"))
          .editMetadata()
          .withUid("u1")
          .addToLabels("kubernetes.io/metadata.name", "shop-rome")
          .endMetadata()
          .build();
  private static final Namespace FOREIGN = namespace("shop-rome");

  @Test
  void aMissingTwinIsCreatedWithItsLabels() {
    TwinStep.Create create = (TwinStep.Create) plan(wants("shop", "shop-rome"));

    assertThat(create.twin().getMetadata().getLabels())
        .isEqualTo(
            Map.of(
                "liqo.io/remote-cluster-id", "rome",
                "pod-security.kubernetes.io/enforce", "baseline",
                "pod-security.kubernetes.io/enforce-version", "v1.36"));
    assertThat(create.twin().getMetadata().getAnnotations())
        .isEqualTo(
            Map.of(
                "liqo.io/managed-by-namespace-map", "liqo-tenant-rome/rome",
                "liqo.io/original-name", "shop"));
  }

  @Test
  void aTwinAsItShouldBeIsKept() {
    assertThat(plan(wants("shop", "shop-rome"), OURS))
        .isEqualTo(new TwinStep.Keep("shop", "shop-rome"));
  }

  @Test
  void aTwinWithAnotherSecurityLevelIsRepaired() {
    Twins restricted =
        new Twins("liqo-tenant-rome", "rome", "rome", Twins.podSecurity("restricted", "v1.36"));

    assertThat(restricted.plan(wants("shop", "shop-rome"), Map.of("shop-rome", OURS), Set.of()))
        .containsExactly(
            new TwinStep.Repair("shop", "shop-rome", restricted.twin("shop", "shop-rome")));
  }

  @Test
  void somebodyElsesNamespaceIsAConflict() {
    assertThat(plan(wants("shop", "shop-rome"), FOREIGN))
        .isEqualTo(
            new TwinStep.Conflict(
                "shop", "shop-rome", "namespace exists and does not belong to this peering"));
  }

  @Test
  void theTwinOfAnotherNamespaceIsAConflictToo() {
    assertThat(plan(wants("cart", "shop-rome"), OURS))
        .isEqualTo(
            new TwinStep.Conflict("cart", "shop-rome", "namespace is already the twin of shop"));
  }

  @Test
  void aTwinDeletedByHandIsAwaitedAndComesBack() {
    assertThat(plan(wants("shop", "shop-rome"), terminating(OURS)))
        .isEqualTo(new TwinStep.Await("shop", "shop-rome", true));
  }

  @Test
  void anEntryThatIsWantedNoLongerIsDeletedThenAwaitedThenForgotten() {
    NamespaceMap map = map(Map.of(), Map.of("shop", "shop-rome"));

    assertThat(plan(map, OURS)).isEqualTo(new TwinStep.Delete("shop", "shop-rome", "u1"));
    assertThat(plan(map, terminating(OURS)))
        .isEqualTo(new TwinStep.Await("shop", "shop-rome", false));
    assertThat(plan(map)).isEqualTo(new TwinStep.Forget("shop", "shop-rome"));
  }

  @Test
  void somebodyElsesNamespaceIsNeverDeleted() {
    assertThat(plan(map(Map.of(), Map.of("shop", "shop-rome")), FOREIGN))
        .isEqualTo(new TwinStep.Forget("shop", "shop-rome"));
  }

  @Test
  void aDeletedMapWantsNothing() {
    NamespaceMap map = map(Map.of("shop", "shop-rome"), Map.of("shop", "shop-rome"));
    map.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

    assertThat(plan(map, OURS)).isEqualTo(new TwinStep.Delete("shop", "shop-rome", "u1"));
  }

  @Test
  void anotherNameForTheSameNamespaceWaitsForTheOldTwin() {
    NamespaceMap map = map(Map.of("shop", "shop"), Map.of("shop", "shop-rome"));

    assertThat(plan(map, OURS)).isEqualTo(new TwinStep.Delete("shop", "shop-rome", "u1"));
    assertThat(plan(map)).isInstanceOf(TwinStep.Create.class);
  }

  @Test
  void aTwinThatTheStatusNeverMentionedIsDeletedAllTheSame() {
    assertThat(plan(map(Map.of(), Map.of()), OURS))
        .isEqualTo(new TwinStep.Delete("shop", "shop-rome", "u1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kube-public2", "liqo-tenant-milan", "sluice"})
  void namesOfOthersAreNotTakenBeforeThem(String reserved) {
    assertThat(plan(wants("shop", reserved))).isInstanceOf(TwinStep.Conflict.class);
  }

  @Test
  void aTwinWithVolumesToKeepIsLetGoAndTakenBackLater() {
    NamespaceMap gone = map(Map.of(), Map.of("shop", "shop-rome"));
    TwinStep step = TWINS.plan(gone, Map.of("shop-rome", OURS), Set.of("shop-rome")).getFirst();

    Namespace kept = ((TwinStep.Release) step).kept();

    assertThat(plan(gone, kept)).isEqualTo(new TwinStep.Forget("shop", "shop-rome"));
    assertThat(plan(wants("shop", "shop-rome"), kept)).isInstanceOf(TwinStep.Repair.class);
    assertThat(plan(wants("cart", "shop-rome"), kept)).isInstanceOf(TwinStep.Conflict.class);
  }

  @ParameterizedTest(name = "§5.4: {0}, failed {1}, was {2} -> {3}")
  @CsvSource({
    "keep, false,, ACCEPTED",
    "keep, true,, CREATION_LOOP_BACK_OFF",
    "keep, true, ACCEPTED, ACCEPTED",
    "keep, true, CREATION_LOOP_BACK_OFF, CREATION_LOOP_BACK_OFF",
    "conflict, false, ACCEPTED, CREATION_LOOP_BACK_OFF",
    "awaitWanted, false, ACCEPTED, ACCEPTED",
    "awaitWanted, false, TERMINATING, CREATION_LOOP_BACK_OFF",
    "await, false, ACCEPTED, TERMINATING",
    "delete, true, ACCEPTED, TERMINATING",
    "forget, false, TERMINATING,",
  })
  void phaseAfterAStep(
      String step,
      boolean failed,
      @Nullable NamespaceMapPhase before,
      @Nullable NamespaceMapPhase after) {
    Map<String, TwinStep> steps =
        Map.of(
            "keep", new TwinStep.Keep("l", "r"),
            "conflict", new TwinStep.Conflict("l", "r", "why"),
            "awaitWanted", new TwinStep.Await("l", "r", true),
            "await", new TwinStep.Await("l", "r", false),
            "delete", new TwinStep.Delete("l", "r", "u"),
            "forget", new TwinStep.Forget("l", "r"));

    assertThat(steps.getOrDefault(step, new TwinStep.Forget("", "")).phase(failed, before))
        .isEqualTo(java.util.Optional.ofNullable(after));
  }

  @Test
  void theBindingGivesTheConsumersGroupItsRightsInTheTwin() {
    var binding = TWINS.binding("shop-rome");

    assertThat(binding.getMetadata().getName()).isEqualTo("liqo-tenant-rome");
    assertThat(binding.getMetadata().getNamespace()).isEqualTo("shop-rome");
    assertThat(binding.getRoleRef().getName()).isEqualTo("liqo-virtual-kubelet-remote");
    assertThat(binding.getSubjects().getFirst().getKind()).isEqualTo("Group");
    assertThat(binding.getSubjects().getFirst().getName()).isEqualTo("rome");
  }

  private static TwinStep plan(NamespaceMap map, Namespace... existing) {
    Map<String, Namespace> byName = new HashMap<>();
    List.of(existing).forEach(each -> byName.put(each.getMetadata().getName(), each));
    return TWINS.plan(map, byName, Set.of()).getFirst();
  }

  private static NamespaceMap wants(String local, String remote) {
    return map(Map.of(local, remote), Map.of());
  }

  private static NamespaceMap map(Map<String, String> desired, Map<String, String> current) {
    Map<String, RemoteNamespace> status = new HashMap<>();
    current.forEach((local, remote) -> status.put(local, new RemoteNamespace(remote, ACCEPTED)));
    NamespaceMap map = new NamespaceMap();
    map.setMetadata(new ObjectMetaBuilder().withName("rome").build());
    map.setSpec(new NamespaceMapSpec(desired));
    map.setStatus(new NamespaceMapStatus(status));
    return map;
  }

  private static Namespace namespace(String name) {
    return new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private static Namespace terminating(Namespace namespace) {
    return new NamespaceBuilder(namespace)
        .editMetadata()
        .withDeletionTimestamp("2026-01-01T00:00:00Z")
        .endMetadata()
        .build();
  }
}
