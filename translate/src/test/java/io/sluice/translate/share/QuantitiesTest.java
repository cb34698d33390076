package io.sluice.translate.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.translate.Outcome;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
  @ParameterizedTest
  @CsvSource({
    "4, 4",
    "3920m, 3.92",
    "100n, 0.0000001",
    "0.5, 0.5",
    ".5, 0.5",
    "5., 5",
    "8Gi, 8589934592",
    "1500Mi, 1572864000",
    "1k, 1000",
    "2M, 2000000",
    "1E, 1000000000000000000",
    "1e3, 1000",
    "12E2, 1200",
    "5e-1, 0.5",
    "-1, -1",
    "+1Ki, 1024",
    "128974848000m, 128974848",
  })
  void readsEveryFormThatKubernetesWrites(String text, BigDecimal value) {
    assertThat(Quantities.parse(new Quantity(text)))
        .isInstanceOfSatisfying(
            Outcome.Ok.class,
            ok -> assertThat((BigDecimal) ok.value()).isEqualByComparingTo(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Gi",
        "1Zi",
        "1 Gi",
        "one",
        "1e",
        "1e999999999",
        "1e31",
        "1m3",
        "10E",
        "9223372036854775808",
        "9999999999999999999999999999999999999999",
        "1e+",
        "--1",
        "1.2.3"
      })
  void refusesNonsenseAndAbsurdNumbers(String text) {
    assertThat(Quantities.parse(text)).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void doesNotRepeatAMegabyteOfNonsense() {
    assertThat(Quantities.parse("9".repeat(1_000_000)))
        .isEqualTo(Outcome.failed("9".repeat(40) + "… is not a quantity"));
  }

  @ParameterizedTest
  @CsvSource({
    "cpu, 3.528, 3528m",
    "cpu, 4, 4",
    "cpu, 0.0009, 0",
    "memory, 7730941132, 7730941132",
    "memory, 9663676416, 9Gi",
    "memory, 1536, 1536",
    "memory, 0, 0",
    "ephemeral-storage, 21474836480, 20Gi",
    "hugepages-2Mi, 4194304, 4Mi",
    "pods, 99, 99",
    "nvidia.com/gpu, 1.9, 1",
  })
  void writesTheShortestExactForm(String resource, BigDecimal value, String text) {
    assertThat(Quantities.format(resource, value)).hasToString(text);
  }

  @Test
  void namesTheResourceThatIsNoQuantity() {
    assertThat(Amounts.of(Map.of("nvidia.com/gpu", new Quantity("1Zi"))))
        .isEqualTo(Outcome.failed("nvidia.com/gpu: 1Zi is not a quantity"));
  }
}
