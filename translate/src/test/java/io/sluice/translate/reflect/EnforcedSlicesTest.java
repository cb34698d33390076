package io.sluice.translate.reflect;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.sluice.api.offloading.EndpointTemplate;
import io.sluice.api.offloading.ShadowEndpointSlice;
import io.sluice.api.offloading.ShadowEndpointSliceSpec;
import io.sluice.translate.Outcome;
import io.sluice.translate.net.AddressMap;
import io.sluice.translate.net.Prefix;
import io.sluice.translate.net.Reach;
import io.sluice.translate.reflect.EnforcedSlices.Link;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnforcedSlicesTest {
  private static final AddressMap ROME = map("10.1.0.0/16", "10.71.0.0/16");
  private static final AddressMap TOKYO = map("10.3.0.0/16", "10.73.0.0/16");
  private static final Reach REACH = new Reach(ROME.networks(), List.of());
  private static final Link UP = new Link(true, ROME, true);

  @ParameterizedTest(name = "SE-4: said {0}, way up {1}: ready {2}")
  @CsvSource({
    "true,  true,  true",
    ",      true,  true",
    "false, true,  false",
    "true,  false, false",
    ",      false, false",
    "false, false, false",
  })
  void readyMeansSaidSoAndReachable(@Nullable Boolean said, boolean up, boolean ready) {
    EndpointSlice slice =
        made(
            new EnforcedSlices(new Link(true, ROME, up), REACH, Map.of(), false), said, "10.1.0.5");

    assertThat(slice.getEndpoints().getFirst().getConditions().getReady()).isEqualTo(ready);
  }

  @Test
  void addressesAreThoseSeenHere() {
    assertThat(addresses(enforce(UP), null, "10.1.0.5")).isEqualTo(Outcome.ok("10.71.0.5"));
    assertThat(
            addresses(
                new EnforcedSlices(
                    new Link(false, AddressMap.IDENTITY, true),
                    new Reach(List.of(), List.of()),
                    Map.of(),
                    false),
                null,
                "10.1.0.5"))
        .isEqualTo(Outcome.ok("10.1.0.5"));
  }

  @ParameterizedTest(name = "T-28: {0} is refused")
  @ValueSource(strings = {"10.96.0.1", "192.168.1.10", "127.0.0.1", "169.254.169.254", "nonsense"})
  void endpointsMayNotPointOutOfTheOriginsNetworks(String address) {
    assertThat(addresses(enforce(UP), null, address)).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void directConnectionsUseTheNetworkOfTheThirdCluster() {
    EnforcedSlices rule = new EnforcedSlices(UP, REACH, Map.of("tokyo", TOKYO), false);
    String data = "{\"clusterAddresses\":{\"tokyo\":[\"10.3.0.5\"]}}";

    assertThat(addresses(rule, data, "10.3.0.5")).isEqualTo(Outcome.ok("10.73.0.5"));
    assertThat(addresses(enforce(UP), data, "10.3.0.5")).isInstanceOf(Outcome.Failed.class);
    assertThat(addresses(rule, "{\"clusterAddresses\":{\"tokyo\":[\"10.4.0.5\"]}}", "10.4.0.5"))
        .isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void deniedDirectConnectionsAreDropped() {
    EnforcedSlices rule = new EnforcedSlices(UP, REACH, Map.of("tokyo", TOKYO), true);

    assertThat(
            rule.slice(
                shadow(
                    "{\"clusterAddresses\":{\"tokyo\":[\"10.3.0.5\"]}}",
                    endpoint(true, "10.3.0.5"),
                    endpoint(true, "10.1.0.5"))))
        .isInstanceOfSatisfying(
            Outcome.Ok.class,
            ok ->
                assertThat(((EndpointSlice) ok.value()).getEndpoints())
                    .extracting(each -> each.getAddresses().getFirst())
                    .containsExactly("10.71.0.5"));
  }

  @Test
  void theSliceBelongsToItsShadowAndKeepsForeignLabels() {
    ShadowEndpointSlice shadow = shadow(null, endpoint(true, "10.1.0.5"));
    EndpointSlice slice = ((Outcome.Ok<EndpointSlice>) enforce(UP).slice(shadow)).value();
    EndpointSlice touched =
        new EndpointSliceBuilder(slice)
            .editMetadata()
            .addToLabels("by", "hand")
            .endMetadata()
            .build();

    assertThat(slice.getMetadata().getLabels())
        .containsEntry("liqo.io/managed-by", "shadowendpointslice")
        .containsEntry("kubernetes.io/service-name", "web");
    assertThat(slice.getMetadata().getAnnotations())
        .doesNotContainKey("liqo.io/direct-connections-data");
    assertThat(EnforcedSlices.isOwned(slice, shadow)).isTrue();
    assertThat(EnforcedSlices.isSame(touched, slice)).isTrue();
    assertThat(
            EnforcedSlices.isSame(
                new EndpointSliceBuilder(slice).withEndpoints(List.of()).build(), slice))
        .isFalse();
  }

  @Test
  void aShadowWithoutOriginOrTemplateIsRefused() {
    ShadowEndpointSlice anonymous = shadow(null);
    anonymous.setMetadata(new ObjectMetaBuilder().withName("web").build());
    ShadowEndpointSlice empty = shadow(null);
    empty.setSpec(null);

    assertThat(enforce(UP).slice(anonymous)).isInstanceOf(Outcome.Failed.class);
    assertThat(enforce(UP).slice(empty)).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void theListOfDirectConnectionsSurvivesTheJourney() {
    DirectConnections list =
        DirectConnections.NONE
            .with("tokyo", List.of("10.3.0.5", "fd03::5"))
            .with("oslo", List.of())
            .with("tokyo", List.of("10.3.0.6"));

    assertThat(DirectConnections.parse(list.toJson())).isEqualTo(Outcome.ok(list));
    assertThat(DirectConnections.parse(" { } ")).isEqualTo(Outcome.ok(DirectConnections.NONE));
  }

  @Test
  void aListAsLargeAsAnAnnotationIsRead() {
    DirectConnections large =
        DirectConnections.NONE.with(
            "tokyo",
            IntStream.range(0, 20_000).mapToObj(i -> "10.3." + i / 250 + "." + i % 250).toList());

    assertThat(DirectConnections.parse(large.toJson())).isEqualTo(Outcome.ok(large));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{\"clusterAddresses\":[]}",
        "{\"clusterAddresses\":{\"a\":\"b\"}}",
        "{\"other\":{}}",
        "{\"clusterAddresses\":{\"a\\\"\":[]}}",
        "{\"clusterAddresses\":{}} {}"
      })
  void aListOfAnotherFormIsRefused(String json) {
    assertThat(DirectConnections.parse(json)).isInstanceOf(Outcome.Failed.class);
  }

  private static EnforcedSlices enforce(Link link) {
    return new EnforcedSlices(link, REACH, Map.of(), false);
  }

  private static EndpointSlice made(EnforcedSlices rule, @Nullable Boolean ready, String address) {
    return ((Outcome.Ok<EndpointSlice>) rule.slice(shadow(null, endpoint(ready, address)))).value();
  }

  private static Outcome<String> addresses(
      EnforcedSlices rule, @Nullable String data, String address) {
    return switch (rule.slice(shadow(data, endpoint(true, address)))) {
      case Outcome.Failed<EndpointSlice>(var why) -> Outcome.failed(why);
      case Outcome.Ok<EndpointSlice>(var slice) ->
          Outcome.ok(slice.getEndpoints().getFirst().getAddresses().getFirst());
    };
  }

  private static ShadowEndpointSlice shadow(@Nullable String data, Endpoint... endpoints) {
    ShadowEndpointSlice shadow = new ShadowEndpointSlice();
    shadow.setMetadata(
        new ObjectMetaBuilder()
            .withName("web-abc")
            .withNamespace("shop-rome")
            .withUid("u1")
            .withLabels(Borders.OURS)
            .addToLabels("kubernetes.io/service-name", "web")
            .withAnnotations(
                data == null ? Map.of() : Map.of("liqo.io/direct-connections-data", data))
            .build());
    shadow.setSpec(
        new ShadowEndpointSliceSpec(new EndpointTemplate(List.of(endpoints), List.of(), "IPv4")));
    return shadow;
  }

  private static Endpoint endpoint(@Nullable Boolean ready, String address) {
    return new EndpointBuilder()
        .withAddresses(address)
        .withNewConditions()
        .withReady(ready)
        .endConditions()
        .build();
  }

  private static AddressMap map(String original, String seen) {
    return new AddressMap(
        List.of(
            new AddressMap.Range(
                Prefix.parse(original).orElseThrow(), Prefix.parse(seen).orElseThrow())),
        List.of());
  }
}
