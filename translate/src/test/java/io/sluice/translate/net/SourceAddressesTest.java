package io.sluice.translate.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.translate.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceAddressesTest {
  private final SourceAddresses sources =
      new SourceAddresses(
          List.of(
              Prefix.parse("10.244.0.0/16").orElseThrow(), Prefix.parse("fd00::/64").orElseThrow()),
          Map.of("192.0.2.7", "10.70.0.5"),
          true);

  @Test
  void localPodsLeaveUnchanged() {
    assertThat(sources.translate("10.244.1.2")).isEqualTo(Outcome.ok("10.244.1.2"));
    assertThat(sources.translate("fd00::9")).isEqualTo(Outcome.ok("fd00::9"));
  }

  @Test
  void exposedAddressesLeaveAsTheirIpObjectSays() {
    assertThat(sources.translate("192.0.2.7")).isEqualTo(Outcome.ok("10.70.0.5"));
  }

  @Test
  void anythingElseWaitsForItsIpObject() {
    assertThat(sources.translate("192.0.2.8"))
        .isEqualTo(Outcome.failed("192.0.2.8 is no local pod and no IP object exposes it yet"));
  }

  @Test
  void withoutNetworkDataEverythingLeavesUnchanged() {
    assertThat(SourceAddresses.UNCHANGED.translate("192.0.2.8")).isEqualTo(Outcome.ok("192.0.2.8"));
  }
}
