package io.sluice.translate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpositionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "up 1",
        "up 1 1700000000000",
        "a_total{pod=\"p\",namespace=\"n\"} 1.5e+09",
        "a{x=\"with \\\"quotes\\\", a \\\\ and a \\n line\"} NaN 5",
        "a_bucket{le=\"+Inf\"} 7",
        "a{x=\"}\"} -Inf"
      })
  void aLineReadIsTheSameLineWritten(String line) {
    assertThat(Sample.read(line).orElseThrow().text()).isEqualTo(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "a", "a{", "a{x", "a{x=", "a{x=\"", "a{x=\"y\"", "a{x=y} 1", "a{} one"})
  void whatIsNoLineIsLeftOut(String line) {
    assertThat(Sample.read(line)).isEmpty();
  }

  @Test
  void partsOfAHistogramStayWithTheirHeader() {
    String text =
        """
        # HELP t_seconds How long.
        # TYPE t_seconds histogram
        t_seconds_bucket{le="1"} 2
        t_seconds_sum 3
        t_seconds_count 2
        """;
    assertThat(Exposition.read(text, Optional::of).text()).isEqualTo(text);
  }

  @Test
  void theSameMetricOfTwoNodesIsOneFamily() {
    String one = "# TYPE a counter\na{n=\"1\"} 1\n# TYPE b gauge\nb 1\n";
    String two = "# TYPE a counter\na{n=\"2\"} 2\n";
    Exposition both = Exposition.read(one, Optional::of).plus(Exposition.read(two, Optional::of));
    assertThat(both.text())
        .isEqualTo("# TYPE a counter\na{n=\"1\"} 1\na{n=\"2\"} 2\n# TYPE b gauge\nb 1\n");
  }
}
