package io.sluice.translate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** T-38: what metrics-server makes of a virtual node. */
class NodeMetricsTest {
  private static final Map<PodName, String> PODS =
      Map.of(new PodName("shop", "web"), "u1", new PodName("shop", "db"), "u2");

  private static Exposition container(String pod, double cpu, double memory, long begun, long at) {
    String labels = "{container=\"c\",namespace=\"shop\",pod=\"" + pod + "\"} ";
    return Exposition.read(
        "container_cpu_usage_seconds_total%s%s %d\n".formatted(labels, cpu, at)
            + "container_memory_working_set_bytes%s%s %d\n".formatted(labels, memory, at)
            + "container_start_time_seconds%s%d %d\n".formatted(labels, begun, at),
        Optional::of);
  }

  private static double nodeCpu(ResourceMetrics.Shown shown) {
    return shown
        .metrics()
        .samples(ResourceMetrics.NODE_CPU)
        .mapToDouble(Sample::number)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theNodesCounterNeverGoesBack() {
    Exposition both = container("web", 10, 1, 5, 1).plus(container("db", 20, 1, 5, 1));
    ResourceMetrics.Shown first = ResourceMetrics.of(both, PODS, CpuMeter.ZERO);
    assertThat(nodeCpu(first)).isEqualTo(30);

    // One pod is gone; the other's container was started again and counts from nothing.
    ResourceMetrics.Shown second =
        ResourceMetrics.of(
            container("web", 3, 1, 9, 2), Map.of(new PodName("shop", "web"), "u1"), first.meter());
    assertThat(nodeCpu(second)).isEqualTo(33);

    // News that is older than what is known changes nothing.
    ResourceMetrics.Shown third =
        ResourceMetrics.of(container("web", 2, 1, 9, 2), PODS, second.meter());
    assertThat(nodeCpu(third)).isEqualTo(33);
    assertThat(third.meter().known()).hasSize(2);
  }

  @Test
  void aPodWaitsUntilAllItsContainersWereMeasured() {
    Exposition metrics = container("web", 0, 100, 5, 1).plus(container("db", 1, 1, 5, 1));
    assertThat(
            ResourceMetrics.of(metrics, PODS, CpuMeter.ZERO)
                .metrics()
                .samples()
                .flatMap(sample -> sample.pod().stream()))
        .containsOnly(new PodName("shop", "db"));
  }

  @Test
  void allLinesHaveTheTimeOfTheLatest() {
    Exposition metrics = container("web", 1, 1, 5, 111).plus(container("db", 1, 1, 5, 222));
    assertThat(ResourceMetrics.of(metrics, PODS, CpuMeter.ZERO).metrics().samples())
        .allSatisfy(sample -> assertThat(sample.at()).isEqualTo(222));
  }

  @Test
  void podsOfOtherVirtualNodesAreLeftOut() {
    Exposition metrics = container("elsewhere", 50, 1, 5, 1).plus(container("db", 1, 1, 5, 1));
    ResourceMetrics.Shown shown = ResourceMetrics.of(metrics, PODS, CpuMeter.ZERO);
    assertThat(nodeCpu(shown)).isEqualTo(1);
    assertThat(shown.metrics().text()).doesNotContain("elsewhere");
  }

  @Test
  void probesCarryTheUidOfHome() {
    Exposition probes =
        Exposition.read(
            "prober_probe_total{namespace=\"shop\",pod=\"web\",pod_uid=\"remote\"} 3",
            Optional::of);
    assertThat(ResourceMetrics.ofPods(probes, PODS).text()).contains("pod_uid=\"u1\"");
  }

  @Test
  void aSummaryIsOfThisNodesPodsAndSumsThemUp() {
    Map<String, Object> provided =
        Map.of("pods", List.of(pod("web", 2_000_000_000L), pod("elsewhere", 9_000_000_000L)));
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Summary.Shown shown =
        Summary.of(new Summary.Node("paris", now, now), provided, PODS, CpuMeter.ZERO);
    Map<String, Object> node = Tree.map(shown.document().get("node"));
    assertThat(node).containsEntry("nodeName", "paris");
    assertThat(Tree.map(node.get("cpu")))
        .containsEntry("usageNanoCores", 500L)
        .containsEntry("usageCoreNanoSeconds", 2_000_000_000L);
    assertThat(Tree.map(node.get("memory"))).containsEntry("workingSetBytes", 64L);
    assertThat(Tree.list(shown.document().get("pods")))
        .singleElement()
        .satisfies(pod -> assertThat(Tree.map(pod.get("podRef"))).containsEntry("uid", "u1"));
  }

  private static Map<String, Object> pod(String name, long nanos) {
    return Map.of(
        "podRef",
        Map.of("namespace", "shop", "name", name, "uid", "remote"),
        "cpu",
        Map.of("usageNanoCores", 500),
        "memory",
        Map.of("workingSetBytes", 64),
        "containers",
        List.of(
            Map.of(
                "name",
                "c",
                "startTime",
                "2026-01-01T00:00:00Z",
                "cpu",
                Map.of("usageCoreNanoSeconds", nanos))));
  }
}
