package io.sluice.manager.provider.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.translate.Outcome;
import io.sluice.translate.share.Lending;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharingSettingsTest {
  private static final SharingSettings FLAGS = SharingSettings.lending(new Lending(80, true, true));

  @Test
  void withoutAConfigMapTheFlagsHold() {
    assertThat(FLAGS.with(null)).isEqualTo(Outcome.ok(FLAGS));
  }

  @Test
  void eachKeyReplacesItsFlag() {
    Map<String, String> data =
        Map.of(
            "percentage", "30",
            "mode", "fair",
            "wholeDevices", "false",
            "defaultClass", "false",
            "nodeLabels", "site=turin\n\n tier = gold \n",
            "loadBalancerClasses", "metal, cloud");

    assertThat(FLAGS.with(data))
        .isEqualTo(
            Outcome.ok(
                new SharingSettings(
                    new Lending(30, false, false),
                    false,
                    Map.of("site", "turin", "tier", "gold"),
                    List.of("metal", "cloud"),
                    "")));
  }

  @ParameterizedTest
  @CsvSource({
    "percentage, 101, percentage '101' is not a whole number from 0 to 100",
    "percentage, -1, percentage '-1' is not a whole number from 0 to 100",
    "percentage, 50%, percentage '50%' is not a whole number from 0 to 100",
    "plugin, nowhere, plugin 'nowhere' is not host:port",
    "plugin, http://a:1, plugin 'http://a:1' is not host:port",
    "mode, greedy, mode 'greedy' is neither fair nor each",
    "wholeDevices, yes, wholeDevices 'yes' is neither true nor false",
    "nodeLabels, turin, nodeLabels: 'turin' is not key=value"
  })
  void aBadValueIsRefusedInWords(String key, String value, String why) {
    assertThat(FLAGS.with(Map.of(key, value))).isEqualTo(Outcome.failed(why));
  }

  @Test
  void anUnknownKeyIsRefusedBecauseItIsATypingError() {
    assertThat(FLAGS.with(Map.of("percent", "50")))
        .isInstanceOfSatisfying(
            Outcome.Failed.class, failed -> assertThat(failed.why()).startsWith("percent is not"));
  }
}
