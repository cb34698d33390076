package io.sluice.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantitiesTest {

  @ParameterizedTest
  @CsvSource({
    "cpu,28800m,28800m",
    "pods,900,900",
    "memory,247390116249,230.3Gi",
    "memory,4Gi,4Gi",
    "memory,0,0",
    "ephemeral-storage,989560464998,921.5Gi",
    "memory,500,500",
  })
  void bytesAreShownInUnitsThatPeopleKnow(String resource, String quantity, String text) {
    assertThat(Quantities.text(resource, new Quantity(quantity))).isEqualTo(text);
  }

  @Test
  void leavesOutWhatThereIsNoneOfUnlessPeopleLookForIt() {
    assertThat(
            Quantities.texts(
                Map.of(
                    "cpu", new Quantity("0"),
                    "memory", new Quantity("2048Ki"),
                    "hugepages-2Mi", new Quantity("0"),
                    "nvidia.com/gpu", new Quantity("1"))))
        .isEqualTo(Map.of("cpu", "0", "memory", "2Mi", "nvidia.com/gpu", "1"));
  }
}
