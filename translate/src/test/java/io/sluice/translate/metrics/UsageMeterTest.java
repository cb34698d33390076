package io.sluice.translate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.translate.metrics.UsageMeter.Local;
import io.sluice.translate.metrics.UsageMeter.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** App. B, T-38: rates of a metrics-server become counters that never go back. */
class UsageMeterTest {
  private static final PodName WEB = new PodName("shop", "web");
  private static final Map<String, String> NAME = Map.of("name", "web-x7k2p");
  private static final Map<String, Local> OURS = Map.of("web-x7k2p", new Local(WEB, "u"));

  @Test
  void ratesAreAddedUpOverTheTimeThatTheyHoldFor() {
    UsageMeter.Shown first = UsageMeter.ZERO.after(web("10:00:00", "200m"));
    UsageMeter.Shown second = first.meter().after(web("10:00:30", "1"));

    assertThat(cpu(first)).containsExactly(2.0); // 0.2 cores for 10 s
    assertThat(cpu(second)).containsExactly(32.0); // and one for 30 s
    assertThat(second.metrics().samples("container_memory_working_set_bytes"))
        .singleElement()
        .satisfies(
            sample -> {
              assertThat(sample.pod()).hasValue(WEB);
              assertThat(sample.number()).isEqualTo(2048);
            });
  }

  @Test
  void theSameMeasurementTwiceAndAnOlderOneChangeNothing() {
    UsageMeter meter = UsageMeter.ZERO.after(web("10:00:30", "1")).meter();

    assertThat(cpu(meter.after(web("10:00:30", "1")))).containsExactly(10.0);
    assertThat(cpu(meter.after(web("10:00:00", "1")))).containsExactly(10.0);
  }

  @Test
  void anIdleContainerIsMeasuredAllTheSame() {
    assertThat(cpu(UsageMeter.ZERO.after(web("10:00:00", "0"))))
        .singleElement()
        .satisfies(seconds -> assertThat(seconds).isPositive().isLessThan(0.001));
  }

  @Test
  void whatIsNoMeasurementIsNone() {
    List<Map<String, Object>> nonsense =
        List.of(
            Map.of(),
            Map.of("metadata", "web-x7k2p"),
            Map.of("metadata", NAME, "timestamp", "soon", "window", "10s"),
            Map.of("metadata", NAME, "timestamp", "2026-01-01T00:00:00Z", "window", "?"),
            Map.of("metadata", NAME, "timestamp", "2026-01-01T00:00:00Z", "window", "9s"));

    assertThat(UsageMeter.of(Map.of("items", nonsense), OURS)).isEmpty();
    assertThat(UsageMeter.of(Map.of("items", "none"), OURS)).isEmpty();
  }

  @Test
  void podsOfOthersAreNotOurBusiness() {
    Map<String, Object> list = Map.of("items", List.of(item("10:00:00", "c", "1")));

    assertThat(UsageMeter.of(list, Map.of())).isEmpty();
  }

  @Test
  void podsThatAreGoneAreForgotten() {
    UsageMeter meter = UsageMeter.ZERO.after(web("10:00:00", "1")).meter();

    assertThat(meter.only(Set.of("u")).known()).hasSize(1);
    assertThat(meter.only(Set.of("other")).known()).isEmpty();
  }

  /** As `kubectl top` shows them, once they went through what metrics-server reads. */
  @Test
  void aReaderFindsEveryContainerOfThePod() {
    List<Usage> both = new ArrayList<>(web("10:00:00", "0"));
    both.addAll(usages(item("10:00:00", "sidecar", "5m")));
    ResourceMetrics.Shown shown =
        ResourceMetrics.of(UsageMeter.ZERO.after(both).metrics(), Map.of(WEB, "u"), CpuMeter.ZERO);

    assertThat(shown.metrics().samples("container_cpu_usage_seconds_total")).hasSize(2);
    assertThat(shown.metrics().samples(ResourceMetrics.NODE_CPU)).hasSize(1);
  }

  private static List<Usage> web(String at, String cpu) {
    return usages(item(at, "c", cpu));
  }

  private static List<Usage> usages(Map<String, Object> item) {
    return UsageMeter.of(Map.of("items", List.of(item)), OURS);
  }

  private static Map<String, Object> item(String at, String container, String cpu) {
    return Map.of(
        "metadata",
        NAME,
        "timestamp",
        "2026-01-01T" + at + "Z",
        "window",
        "10s",
        "containers",
        List.of(Map.of("name", container, "usage", Map.of("cpu", cpu, "memory", "2Ki"))));
  }

  private static List<Double> cpu(UsageMeter.Shown shown) {
    return shown
        .metrics()
        .samples("container_cpu_usage_seconds_total")
        .map(Sample::number)
        .toList();
  }
}
