package io.sluice.translate.namespaces;

import static io.sluice.api.offloading.NamespaceMapPhase.ACCEPTED;
import static io.sluice.api.offloading.NamespaceMapPhase.CREATION_LOOP_BACK_OFF;
import static io.sluice.api.offloading.NamespaceMapPhase.TERMINATING;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapSpec;
import io.sluice.api.offloading.NamespaceMapStatus;
import io.sluice.api.offloading.NamespaceOffloadingStatus;
import io.sluice.api.offloading.OffloadingPhase;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.offloading.RemoteNamespaceCondition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.translate.namespaces.Extension.Part;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class ExtensionTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant T1 = T0.plusSeconds(60);

  private static final Part READY = new Part(true, ACCEPTED);
  private static final Part FAILED = new Part(true, CREATION_LOOP_BACK_OFF);
  private static final Part WAITING = new Part(true, null);
  private static final Part LEAVING = new Part(false, TERMINATING);
  private static final Part UNUSED = new Part(false, null);

  record Case(List<Part> parts, boolean deleting, OffloadingPhase phase) {}

  static final List<Case> CASES =
      List.of(
          new Case(List.of(READY), true, OffloadingPhase.TERMINATING),
          new Case(List.of(), false, OffloadingPhase.NO_CLUSTER_SELECTED),
          new Case(List.of(UNUSED, LEAVING), false, OffloadingPhase.NO_CLUSTER_SELECTED),
          new Case(List.of(READY, UNUSED), false, OffloadingPhase.READY),
          new Case(List.of(READY, READY), false, OffloadingPhase.READY),
          new Case(List.of(FAILED, FAILED, UNUSED), false, OffloadingPhase.ALL_FAILED),
          new Case(List.of(READY, FAILED), false, OffloadingPhase.SOME_FAILED),
          new Case(List.of(WAITING, FAILED), false, OffloadingPhase.SOME_FAILED),
          new Case(List.of(READY, WAITING), false, OffloadingPhase.IN_PROGRESS),
          new Case(List.of(WAITING), false, OffloadingPhase.IN_PROGRESS));

  @ParameterizedTest(name = "§5.2: {0}")
  @FieldSource("CASES")
  void phaseIsTheFirstThatMatches(Case given) {
    assertThat(extension(given.parts()).phase(given.deleting())).isEqualTo(given.phase());
  }

  @ParameterizedTest(name = "§5.2: required {0}, phase {1}")
  @CsvSource({
    "true,  ACCEPTED,               TRUE/ClusterSelected,     TRUE/NamespaceCreated",
    "true,  CREATION_LOOP_BACK_OFF, TRUE/ClusterSelected,     FALSE/CreationLoopBackOff",
    "true,  TERMINATING,            TRUE/ClusterSelected,     FALSE/Terminating",
    "true,  ,                       TRUE/ClusterSelected,     FALSE/Creating",
    "false, TERMINATING,            FALSE/ClusterNotSelected, FALSE/Terminating",
    "false, ,                       FALSE/ClusterNotSelected, ",
  })
  void eachProviderHasItsConditions(
      boolean required,
      io.sluice.api.offloading.@Nullable NamespaceMapPhase phase,
      String requiredCondition,
      @Nullable String readyCondition) {
    List<RemoteNamespaceCondition> conditions =
        conditions(extension(List.of(new Part(required, phase))).status("t", false, 3, null, T0));

    assertThat(conditions.stream().map(c -> c.status() + "/" + c.reason()))
        .containsExactlyElementsOf(
            readyCondition == null
                ? List.of(requiredCondition)
                : List.of(requiredCondition, readyCondition));
  }

  @Test
  void timesMoveOnlyWhenAnAnswerChanges() {
    NamespaceOffloadingStatus first = extension(List.of(WAITING)).status("t", false, 1, null, T0);
    NamespaceOffloadingStatus failed = extension(List.of(FAILED)).status("t", false, 1, first, T1);
    NamespaceOffloadingStatus ready = extension(List.of(READY)).status("t", false, 1, first, T1);

    assertThat(conditions(failed))
        .extracting(RemoteNamespaceCondition::lastTransitionTime)
        .containsExactly(T0.toString(), T0.toString());
    assertThat(conditions(ready))
        .extracting(RemoteNamespaceCondition::lastTransitionTime)
        .containsExactly(T0.toString(), T1.toString());
    assertThat(ready.observedGeneration()).isEqualTo(1);
    assertThat(ready.remoteNamespaceName()).isEqualTo("t");
  }

  @Test
  void whileDeletingAProviderDisappearsOnceNothingIsLeftThere() {
    Extension extension = extension(List.of(LEAVING, UNUSED));

    assertThat(extension.status("t", true, 1, null, T0).remoteNamespacesConditions())
        .containsOnlyKeys("p0");
    assertThat(extension.isGone()).isFalse();
    assertThat(extension(List.of(UNUSED)).isGone()).isTrue();
    assertThat(extension(List.of(WAITING)).isGone()).isFalse();
  }

  @Test
  void readsWhatTheMapsSay() {
    NamespaceMap map = new NamespaceMap();
    map.setMetadata(new ObjectMetaBuilder().withName("milan").build());
    map.setSpec(new NamespaceMapSpec(Map.of("shop", "shop-rome")));
    map.setStatus(
        new NamespaceMapStatus(Map.of("shop", new RemoteNamespace("shop-rome", ACCEPTED))));
    NamespaceMap fresh = new NamespaceMap();
    fresh.setMetadata(new ObjectMetaBuilder().withName("tokyo").build());

    assertThat(Extension.of("shop", List.of(map, fresh)).parts())
        .isEqualTo(Map.of("milan", READY, "tokyo", UNUSED));
  }

  @Test
  void nobodyIsToldThatItIsReadyBeforePodsArePlaced() {
    NamespaceOffloadingStatus ready = extension(List.of(READY)).status("t", false, 1, null, T0);
    NamespaceOffloadingStatus failed = extension(List.of(FAILED)).status("t", false, 1, null, T0);
    NamespaceOffloadingStatus waits = Extension.untilPodsArePlaced(ready);
    assertThat(waits.offloadingPhase()).isEqualTo(OffloadingPhase.IN_PROGRESS);
    assertThat(waits.remoteNamespacesConditions()).isEqualTo(ready.remoteNamespacesConditions());
    assertThat(Extension.untilPodsArePlaced(failed)).isEqualTo(failed);
  }

  @Test
  void readyIsFalseWithoutStatusOfTheProvider() {
    assertThat(conditions(extension(List.of(WAITING)).status("t", false, 1, null, T0)).get(1))
        .isEqualTo(
            new RemoteNamespaceCondition(
                "Ready", ConditionStatus.FALSE, "Creating", null, T0.toString()));
  }

  private static List<RemoteNamespaceCondition> conditions(NamespaceOffloadingStatus status) {
    return status.remoteNamespacesConditions().getOrDefault("p0", List.of());
  }

  private static Extension extension(List<Part> parts) {
    Map<String, Part> named = new java.util.HashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      named.put("p" + i, parts.get(i));
    }
    return new Extension(named);
  }
}
