package io.sluice.translate.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.networking.ClusterCidrs;
import io.sluice.api.networking.ClusterNetwork;
import io.sluice.api.networking.Configuration;
import io.sluice.api.networking.ConfigurationSpec;
import io.sluice.api.networking.ConfigurationStatus;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.translate.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressMapTest {
  @ParameterizedTest(name = "NET-1: {0} of {1} is seen as {3} through {2}")
  @CsvSource({
    "10.1.0.1,      10.0.0.0/10,     40.32.0.0/10,      40.1.0.1",
    "10.255.1.1,    10.255.0.0/18,   78.5.78.143/18,    78.5.65.1",
    "10.0.0.34,     10.0.0.0/24,     192.168.0.0/24,    192.168.0.34",
    "10.244.3.7,    10.244.0.0/16,   10.71.0.0/16,      10.71.3.7",
    "10.70.0.3,     10.70.0.0/16,    10.81.0.0/16,      10.81.0.3",
    "10.244.3.7,    10.244.0.0/16,   10.244.0.0/16,     10.244.3.7",
    "10.9.9.9,      10.244.0.0/16,   10.71.0.0/16,      10.9.9.9",
    "fd00:1::5:6,   fd00:1::/64,     fd99:2::/64,       fd99:2::5:6",
    "fd00:1::5:6,   10.0.0.0/8,      11.0.0.0/8,        fd00:1::5:6",
  })
  void remapsByPrefix(String address, String original, String seen, String expected) {
    AddressMap map = new AddressMap(range(original, seen), List.of());

    assertThat(map.translate(address)).isEqualTo(Outcome.ok(expected));
  }

  @Test
  void triesPodNetworksInOrderBeforeExternalOnes() {
    AddressMap map =
        new AddressMap(
            ranges(List.of("10.1.0.0/16", "10.0.0.0/8"), List.of("20.1.0.0/16", "30.0.0.0/8")),
            range("10.0.0.0/8", "40.0.0.0/8"));

    assertThat(map.translate("10.1.2.3")).isEqualTo(Outcome.ok("20.1.2.3"));
    assertThat(map.translate("10.2.2.3")).isEqualTo(Outcome.ok("30.2.2.3"));
  }

  @Test
  void fallsBackToExternalNetworks() {
    AddressMap map =
        new AddressMap(range("10.1.0.0/16", "20.1.0.0/16"), range("10.70.0.0/16", "10.81.0.0/16"));

    assertThat(map.translate("10.70.0.3")).isEqualTo(Outcome.ok("10.81.0.3"));
  }

  @Test
  void leavesEverythingUnchangedWithoutNetworkData() {
    assertThat(AddressMap.IDENTITY.translate("10.1.2.3")).isEqualTo(Outcome.ok("10.1.2.3"));
    assertThat(AddressMap.IDENTITY.translate("web.example.com"))
        .isEqualTo(Outcome.failed("web.example.com is not an IP address"));
  }

  @Test
  void forcedTranslationKnowsPodNetworksOnly() {
    AddressMap map =
        new AddressMap(range("10.1.0.0/16", "20.1.0.0/16"), range("10.70.0.0/16", "10.81.0.0/16"));

    assertThat(map.translatePod("10.1.2.3")).isEqualTo(Outcome.ok("20.1.2.3"));
    assertThat(map.translatePod("10.70.0.3")).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void refusesListsThatAreNotAligned() {
    assertThat(AddressMap.ranges(List.of("10.0.0.0/8"), List.of()))
        .isEqualTo(Outcome.failed("1 networks of the peer but 0 as seen here"));
    assertThat(AddressMap.ranges(List.of("10.0.0.0/8"), List.of("fd00::/8")))
        .isInstanceOf(Outcome.Failed.class);
    assertThat(AddressMap.ranges(List.of("ten"), List.of("10.0.0.0/8")))
        .isInstanceOf(Outcome.Failed.class);
  }

  @ParameterizedTest(name = "T-28: endpoint at {0}: {1}")
  @CsvSource({
    "10.71.3.7,     ",
    "10.81.0.9,     ",
    "10.244.3.7,    10.244.3.7 lies in no network of the origin",
    "10.96.0.1,     10.96.0.1 lies in a network of this cluster",
    "10.71.99.1,    10.71.99.1 lies in a network of this cluster",
    "127.0.0.1,     127.0.0.1 lies in a network of this cluster",
    "169.254.169.254, 169.254.169.254 lies in a network of this cluster",
    "::1,           ::1 lies in a network of this cluster",
    "api.internal,  api.internal is not an IP address",
  })
  void letsEndpointsPointOnlyIntoTheOriginsNetworks(String address, String refusal) {
    AddressMap map =
        new AddressMap(
            range("10.244.0.0/16", "10.71.0.0/16"), range("10.70.0.0/16", "10.81.0.0/16"));
    Reach reach = new Reach(map.networks(), prefixes("10.96.0.0/12", "10.71.99.0/24"));

    assertThat(reach.refusal(address).orElse(null)).isEqualTo(refusal);
  }

  @Test
  void withoutKnownNetworksOnlyTheProvidersOwnAreForbidden() {
    Reach reach = new Reach(List.of(), prefixes("10.96.0.0/12"));

    assertThat(reach.refusal("192.0.2.1")).isEmpty();
    assertThat(reach.refusal("10.96.0.1")).isPresent();
  }

  @Test
  void readsTheRangesOfAReadyConfiguration() {
    assertThat(AddressMap.of(null)).isEqualTo(Outcome.ok(AddressMap.IDENTITY));
    assertThat(AddressMap.of(configuration(ConditionStatus.FALSE)))
        .isEqualTo(Outcome.failed("network configuration rome is not ready"));
    assertThat(AddressMap.of(configuration(ConditionStatus.TRUE)))
        .isEqualTo(
            Outcome.ok(
                new AddressMap(
                    range("10.244.0.0/16", "10.71.0.0/16"),
                    range("10.70.0.0/16", "10.70.0.0/16"))));
  }

  private static Configuration configuration(ConditionStatus ready) {
    Configuration configuration = new Configuration();
    configuration.setMetadata(new ObjectMetaBuilder().withName("rome").build());
    configuration.setSpec(new ConfigurationSpec(null, network("10.244.0.0/16", "10.70.0.0/16")));
    configuration.setStatus(
        new ConfigurationStatus(
            network("10.71.0.0/16", "10.70.0.0/16"),
            List.of(new Condition("NetworkCIDRsConfigured", ready, null, null, null))));
    return configuration;
  }

  private static ClusterNetwork network(String pods, String external) {
    return new ClusterNetwork(new ClusterCidrs(List.of(pods), List.of(external)));
  }

  private static List<Prefix> prefixes(String... texts) {
    return List.of(texts).stream().map(text -> Prefix.parse(text).orElseThrow()).toList();
  }

  private static List<AddressMap.Range> range(String original, String seen) {
    return ranges(List.of(original), List.of(seen));
  }

  private static List<AddressMap.Range> ranges(List<String> originals, List<String> seen) {
    return switch (AddressMap.ranges(originals, seen)) {
      case Outcome.Ok<List<AddressMap.Range>>(var ranges) -> ranges;
      case Outcome.Failed<List<AddressMap.Range>>(var why) -> throw new AssertionError(why);
    };
  }
}
