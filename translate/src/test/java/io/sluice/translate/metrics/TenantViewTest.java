package io.sluice.translate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** §2.9: a consumer sees its own pods under its own names, and nothing else. */
class TenantViewTest {
  private static final TenantView VIEW =
      new TenantView(
          Map.of("shop-milan", "shop"),
          Set.of(new PodName("shop-milan", "web"), new PodName("unmapped", "web")));

  @Test
  void linesOfOwnPodsCarryTheNamesOfHome() {
    String text =
        """
        # TYPE pod_cpu_usage_seconds_total counter
        pod_cpu_usage_seconds_total{namespace="shop-milan",pod="web"} 2.5 100
        pod_cpu_usage_seconds_total{namespace="shop-milan",pod="of-the-provider"} 7 100
        pod_cpu_usage_seconds_total{namespace="kube-system",pod="web"} 9 100
        pod_cpu_usage_seconds_total{namespace="unmapped",pod="web"} 9 100
        # TYPE pod_memory_working_set_bytes gauge
        pod_memory_working_set_bytes{namespace="shop-milan",pod="web"} 1024 120
        # TYPE node_cpu_usage_seconds_total counter
        node_cpu_usage_seconds_total 4711 100
        # TYPE machine_secrets gauge
        machine_secrets{namespace="shop-milan"} 1
        """;
    assertThat(TenantView.withNode(Exposition.read(text, VIEW::see)).text().lines())
        .filteredOn(line -> !line.startsWith("#"))
        .containsExactly(
            "node_cpu_usage_seconds_total 2.5 120",
            "node_memory_working_set_bytes 1024 120",
            "pod_cpu_usage_seconds_total{namespace=\"shop\",pod=\"web\"} 2.5 100",
            "pod_memory_working_set_bytes{namespace=\"shop\",pod=\"web\"} 1024 120");
  }

  @Test
  void podsOfASummaryLikewise() {
    Map<String, Object> summary =
        Map.of(
            "node",
            Map.of("nodeName", "secret"),
            "pods",
            List.of(
                Map.of("podRef", Map.of("namespace", "shop-milan", "name", "web"), "cpu", 1),
                Map.of("podRef", Map.of("namespace", "shop-milan", "name", "other")),
                Map.of("podRef", Map.of("namespace", "kube-system", "name", "web")),
                Map.of("garbage", 1)));
    assertThat(VIEW.see(summary))
        .singleElement()
        .satisfies(pod -> assertThat(pod).containsEntry("cpu", 1))
        .satisfies(
            pod ->
                assertThat(Tree.map(pod.get("podRef")))
                    .containsEntry("namespace", "shop")
                    .containsEntry("name", "web"));
  }

  @Test
  void onlyKnownPathsAreAskedOfKubelets() {
    for (String path : MetricsAsk.PATHS) {
      assertThat(MetricsAsk.of("GET", MetricsAsk.SCRAPE + "milan/" + path))
          .isEqualTo(new MetricsAsk.Scrape("milan", path));
    }
    for (String path : List.of("", "milan", "milan/", "milan/pods", "milan/metrics/../pods")) {
      assertThat(MetricsAsk.of("GET", MetricsAsk.SCRAPE + path))
          .isInstanceOf(MetricsAsk.Refused.class);
    }
    assertThat(MetricsAsk.of("POST", MetricsAsk.SCRAPE + "milan/metrics"))
        .isInstanceOf(MetricsAsk.Refused.class);
  }
}
