package io.sluice.testbed.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testbed.host.Slot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutesTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.64.0.0/16, true",
    "10.64.3.0/24, 10.64.0.0/16, true",
    "10.64.0.0/16, 10.64.0.0/16, true",
    "10.65.0.0/16, 10.64.0.0/16, false",
    "0.0.0.0/0, 10.64.0.0/16, true",
    "192.168.1.1/32, 10.64.0.0/16, false",
    "255.255.255.255/32, 255.255.0.0/16, true"
  })
  void networksOverlapWhenOneContainsTheOther(String one, String other, boolean expected) {
    assertThat(Routes.overlap(one, other)).isEqualTo(expected);
    assertThat(Routes.overlap(other, one)).isEqualTo(expected);
  }

  @Test
  void avoidsWhatTheMachineAlreadyRoutes() {
    Routes routes =
        Routes.parse(
            """
            default via 192.0.2.1 dev eth0
            10.64.0.0/16 dev vpn0 scope link
            192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.2
            """);
    assertThat(routes.free(new Slot(0))).isFalse();
    assertThat(routes.free(new Slot(1))).isTrue();
  }

  @Test
  void doesNotMindTheBedsOwnRoutes() {
    Routes routes =
        Routes.parse(
            """
            10.65.0.0/16 via 172.30.240.11 dev sluice-br
            172.30.240.0/24 dev sluice-br proto kernel scope link src 172.30.240.1
            """);
    assertThat(routes.free(new Slot(1))).isTrue();
  }

  @Test
  void everyClusterKnowsTheWayToEveryOtherOne() {
    String routes = NodeNetwork.routesToOthers(new Slot(3));
    assertThat(routes.lines()).hasSize(2 * (Slot.all().size() - 1));
    assertThat(routes).contains("route add 10.64.0.0/16 via 172.30.240.10\n");
    assertThat(routes).doesNotContain("172.30.240.13\n");
  }
}
