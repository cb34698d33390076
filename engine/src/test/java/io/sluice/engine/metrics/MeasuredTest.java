package io.sluice.engine.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.translate.metrics.Exposition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasuredTest {
  private static final Path MONITORING = Path.of("../deploy/monitoring");
  private static final Pattern NAME = Pattern.compile("\\b(?:sluice|liqo)_[a-z_]+\\b");

  @ParameterizedTest
  @ValueSource(strings = {"grafana-dashboard.json", "alerts.yaml"})
  void everyMetricThatIsWatchedExists(String file) throws IOException {
    Set<String> watched =
        NAME.matcher(Files.readString(MONITORING.resolve(file)))
            .results()
            .map(MatchResult::group)
            .map(name -> name.replaceFirst("_(bucket|sum|count)$", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(watched).isNotEmpty();
    assertThat(Measured.ALL.stream().map(Meter::name)).containsAll(watched);
  }

  @Test
  void everyMetricIsOnTheDashboardOrInAnAlert() throws IOException {
    String all =
        Files.readString(MONITORING.resolve("grafana-dashboard.json"))
            + Files.readString(MONITORING.resolve("alerts.yaml"));
    assertThat(Measured.ALL).allSatisfy(meter -> assertThat(all).contains(meter.name()));
  }

  @Test
  void whatIsCountedIsShownAndCanBeRead() {
    Counter counter = new Counter("test_things_total", "Things.", "kind");
    counter.add("odd \"kind\"");
    counter.add("odd \"kind\"");
    Histogram times = new Histogram("test_seconds", "Times.", "what");
    times.add(Duration.ofMillis(30), "a");
    times.add(Duration.ofMinutes(10), "a");
    Gauge gauge = new Gauge("test_level", "Level.", "of");
    try (Gauge.Following _ = gauge.follow(() -> 2.5, "queue")) {
      Exposition shown = Exposition.read(Meter.all().text(), Optional::of);
      assertThat(shown.text().lines())
          .contains(
              "test_things_total{kind=\"odd \\\"kind\\\"\"} 2",
              "test_seconds_bucket{what=\"a\",le=\"0.025\"} 0",
              "test_seconds_bucket{what=\"a\",le=\"0.05\"} 1",
              "test_seconds_bucket{what=\"a\",le=\"+Inf\"} 2",
              "test_seconds_sum{what=\"a\"} 600.03",
              "test_seconds_count{what=\"a\"} 2",
              "test_level{of=\"queue\"} 2.5");
    }
    assertThat(Meter.all().text()).doesNotContain("test_level{of=\"queue\"}");
    gauge.replaceAll(Map.of(List.of("x"), 1.0));
    assertThat(Meter.all().samples("test_level")).hasSize(1);
    assertThatThrownBy(() -> counter.add()).isInstanceOf(IllegalArgumentException.class);
  }
}
