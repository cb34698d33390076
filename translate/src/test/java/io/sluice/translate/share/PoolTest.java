package io.sluice.translate.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.vocab.Labels;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolTest {
  @ParameterizedTest(name = "RS-3: {0} cpu, {1} requested by others: {2} lent")
  @CsvSource({"100, 0, 90", "100, 50, 45", "200, 0, 180", "10, 20, 0"})
  void followsTheDocumentsExamples(String allocatable, String requested, String lent) {
    Pool pool = Pool.of(amounts("cpu", allocatable), amounts("cpu", requested), Lending.DEFAULT);

    assertThat(pool.amounts().toQuantities()).containsEntry("cpu", new Quantity(lent));
  }

  @ParameterizedTest(name = "RS-4 with memory in bytes (D-15): {0} {1} -> {2}")
  @CsvSource({
    "cpu, 3920m, 3528m",
    "memory, 8Gi, 7730941132",
    "memory, 64Gi, 61847529062",
    "memory, 10Gi, 9Gi",
    "pods, 110, 99",
    "ephemeral-storage, 20Gi, 18Gi",
    "nvidia.com/gpu, 1, 0",
    "nvidia.com/gpu, 2, 1",
    "nvidia.com/gpu, 10, 9",
    "nvidia.com/gpu, 11, 9",
  })
  void roundsDownExactly(String name, String allocatable, String lent) {
    Pool pool = Pool.of(amounts(name, allocatable), Amounts.NONE, Lending.DEFAULT);

    assertThat(pool.amounts().toQuantities()).containsEntry(name, new Quantity(lent));
  }

  @Test
  void isExactWhereFloatingPointIsNot() {
    Pool pool = Pool.of(amounts("memory", "100Gi"), Amounts.NONE, new Lending(30, false, false));

    assertThat(pool.amounts().toQuantities()).containsEntry("memory", new Quantity("30Gi"));
  }

  @Test
  void warnsWhenRoundingLeavesNothingOfADevice() {
    Amounts one = amounts("nvidia.com/gpu", "1");

    assertThat(Pool.of(one, Amounts.NONE, Lending.DEFAULT).vanished())
        .containsExactly("nvidia.com/gpu");
    assertThat(Pool.of(one, one, Lending.DEFAULT).vanished()).isEmpty();
    assertThat(Pool.of(one, Amounts.NONE, new Lending(0, false, false)).vanished()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "10, 9", "11, 10", "0, 0"})
  void lendsWholeDevicesWhenTold(String allocatable, String lent) {
    Pool pool =
        Pool.of(amounts("nvidia.com/gpu", allocatable), Amounts.NONE, new Lending(90, false, true));

    assertThat(pool.amounts().toQuantities()).containsEntry("nvidia.com/gpu", new Quantity(lent));
    assertThat(pool.vanished()).isEmpty();
  }

  @Test
  void aShortageOfOneResourceDoesNotTakeTheOthersAway() {
    Amounts allocatable = amounts("cpu", "10").plus(amounts("memory", "10Gi"));

    Pool pool = Pool.of(allocatable, amounts("memory", "11Gi"), Lending.DEFAULT);

    assertThat(pool.amounts().toQuantities())
        .isEqualTo(Map.of("cpu", new Quantity("9"), "memory", new Quantity("0")));
  }

  @Test
  void countsReadyUncordonedRealNodes() {
    assertThat(Supply.counts(node("True", false, Map.of()))).isTrue();
    assertThat(Supply.counts(node("False", false, Map.of()))).isFalse();
    assertThat(Supply.counts(node("Unknown", false, Map.of()))).isFalse();
    assertThat(Supply.counts(node("True", true, Map.of()))).isFalse();
    assertThat(Supply.counts(node("True", false, Map.of(Labels.TYPE, Labels.TYPE_VIRTUAL_NODE))))
        .isFalse();
    assertThat(
            Supply.counts(
                new NodeBuilder().withNewMetadata().endMetadata().withNewSpec().endSpec().build()))
        .isFalse();
  }

  @Test
  void finishedPodsHoldNothing() {
    assertThat(Supply.holds(pod("Running", Map.of()))).isTrue();
    assertThat(Supply.holds(pod("Pending", Map.of()))).isTrue();
    assertThat(Supply.holds(pod("Succeeded", Map.of()))).isFalse();
    assertThat(Supply.holds(pod("Failed", Map.of()))).isFalse();
  }

  @Test
  void tellsOffloadedPodsFromThoseThatOnlyCarryTheLabel() {
    assertThat(
            Supply.consumer(
                pod("Running", Map.of(Labels.MANAGED_BY, "shadowpod", Labels.ORIGIN, "rome"))))
        .contains("rome");
    assertThat(Supply.consumer(pod("Running", Map.of(Labels.ORIGIN, "rome")))).isEmpty();
    assertThat(Supply.consumer(pod("Running", Map.of()))).isEmpty();
  }

  private static Node node(String ready, boolean cordoned, Map<String, String> labels) {
    return new NodeBuilder()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withUnschedulable(cordoned)
        .endSpec()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus(ready)
        .endCondition()
        .endStatus()
        .build();
  }

  private static Pod pod(String phase, Map<String, String> labels) {
    return new PodBuilder()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewStatus()
        .withPhase(phase)
        .endStatus()
        .build();
  }

  private static Amounts amounts(String name, String quantity) {
    return Amounts.ofValid(Map.of(name, new Quantity(quantity)));
  }
}
