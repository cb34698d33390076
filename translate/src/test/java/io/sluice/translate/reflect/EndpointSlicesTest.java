package io.sluice.translate.reflect;

import static io.sluice.translate.reflect.Borders.SHOP;
import static io.sluice.translate.reflect.Borders.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.offloading.ShadowEndpointSlice;
import io.sluice.translate.net.Prefix;
import io.sluice.translate.net.SourceAddresses;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointSlicesTest {
  private static final Map<String, Map<String, String>> NODES =
      Map.of(
          "worker", Map.of(),
          "vn-milan", Map.of("liqo.io/remote-cluster-id", "milan"),
          "vn-milan-2", Map.of("liqo.io/remote-cluster-id", "milan"),
          "vn-tokyo", Map.of("liqo.io/remote-cluster-id", "tokyo"));
  private static final SourceAddresses SOURCES =
      new SourceAddresses(
          List.of(
              Prefix.parse("10.1.0.0/16").orElseThrow(), Prefix.parse("fd01::/64").orElseThrow()),
          Map.of("10.99.0.5", "10.70.0.5"),
          true);

  @ParameterizedTest(name = "EPS-1, EPS-3: {1} on {0} leaves as {2}")
  @CsvSource({
    "worker,     10.1.0.5,  10.1.0.5",
    ",           10.1.0.6,  10.1.0.6",
    ",           10.99.0.5, 10.70.0.5",
    "vn-tokyo,   10.99.0.5, 10.70.0.5",
    "vn-milan,   10.2.0.5,  ",
    "vn-milan-2, 10.2.0.5,  ",
    "gone,       10.1.0.5,  ",
    "worker,     fd01::5,   fd01::5",
  })
  void whatTheProviderCannotSeeLeavesAsPeersReachIt(
      @Nullable String node, String address, @Nullable String seen) {
    ShadowEndpointSlice twin = twin(slice(endpoint(node, address)), Map.of());

    assertThat(addresses(twin)).isEqualTo(seen == null ? List.of() : List.of(seen));
  }

  @ParameterizedTest(name = "§10: {1} of {0}, in a slice that {2} sent, goes on as {3}")
  @CsvSource({
    "oslo,  10.1.0.5,  oslo,  10.1.0.5",
    "oslo,  10.99.0.5, oslo,  10.70.0.5",
    "milan, 10.1.0.5,  milan, ", // where it came from
    "tokyo, 10.1.0.5,  oslo,  ", // not the sender's to say
    "oslo,  192.0.2.1, oslo,  ", // no way from there to here
    "oslo,  10.1.0.5,  ,      ", // a slice of this cluster's own
  })
  void whatCameFromAnotherClusterGoesOnToTheNext(
      String node, String address, @Nullable String sender, @Nullable String seen) {
    EndpointSlice slice = slice(endpoint(node, address));
    EndpointSlice sent =
        sender == null
            ? slice
            : new EndpointSliceBuilder(slice)
                .editMetadata()
                .addToLabels("liqo.io/managed-by", "shadowendpointslice")
                .addToLabels("offloading.liqo.io/origin", sender)
                .endMetadata()
                .build();

    assertThat(addresses(twin(sent, Map.of()))).isEqualTo(seen == null ? List.of() : List.of(seen));
  }

  @Test
  void anAddressThatNobodyExposesHasToWait() {
    assertThat(kind(Map.of()).wish(slice(endpoint("worker", "192.0.2.1")), SHOP))
        .isInstanceOf(Wish.Unready.class);
  }

  @Test
  void namesInsteadOfAddressesPassUnchanged() {
    EndpointSlice slice =
        new EndpointSliceBuilder(slice(endpoint(null, "db.example.org")))
            .withAddressType("FQDN")
            .build();

    assertThat(addresses(twin(slice, Map.of()))).containsExactly("db.example.org");
  }

  @Test
  void anEndpointSaysWhereItComesFromAndOnlyWhetherItIsReady() {
    Endpoint endpoint =
        new EndpointBuilder(endpoint("worker", "10.1.0.5"))
            .withNewConditions()
            .withReady(true)
            .withServing(true)
            .withTerminating(false)
            .endConditions()
            .withHostname("web-0")
            .withZone("eu-1a")
            .withNewTargetRef()
            .withKind("Pod")
            .withName("web-0")
            .endTargetRef()
            .build();

    Endpoint sent = endpoints(twin(slice(endpoint), Map.of())).getFirst();

    assertThat(sent.getNodeName()).isEqualTo("rome");
    assertThat(sent.getHostname()).isEqualTo("web-0");
    assertThat(sent.getZone()).isEqualTo("eu-1a");
    assertThat(sent.getTargetRef().getKind()).isEqualTo("RemotePod");
    assertThat(sent.getConditions().getReady()).isTrue();
    assertThat(sent.getConditions().getServing()).isNull();
  }

  @Test
  void anEmptySliceIsReflectedAndMarked() {
    ShadowEndpointSlice twin = twin(slice(endpoint("vn-milan", "10.2.0.5")), Map.of());

    assertThat(endpoints(twin)).isEmpty();
    assertThat(twin.getMetadata().getLabels())
        .containsEntry("kubernetes.io/service-name", "web")
        .containsEntry(
            "endpointslice.kubernetes.io/managed-by", "endpointslice.reflection.liqo.io");
    assertThat(kind(Map.of()).isOurs(twin, SHOP)).isTrue();
  }

  @Test
  void oneDecisionPerServiceUnlessTheSliceSaysOtherwise() {
    Map<String, Service> skipped = Map.of("web", service("liqo.io/skip-reflection"));
    EndpointSlice allowed =
        new EndpointSliceBuilder(slice(endpoint("worker", "10.1.0.5")))
            .editMetadata()
            .addToAnnotations("liqo.io/allow-reflection", "true")
            .endMetadata()
            .build();

    assertThat(kind(skipped).wish(slice(endpoint("worker", "10.1.0.5")), SHOP))
        .isInstanceOf(Wish.Unwanted.class);
    assertThat(kind(skipped).wish(allowed, SHOP)).isInstanceOf(Wish.Wanted.class);
  }

  @Test
  void directConnectionsNameTheThirdClusterAndTranslateNothing() {
    Map<String, Service> direct = Map.of("web", service("liqo.io/use-direct-connections"));
    Endpoint tokyo =
        new EndpointBuilder(endpoint("vn-tokyo", "10.3.0.5"))
            .withNewTargetRef()
            .withKind("Pod")
            .endTargetRef()
            .build();

    ShadowEndpointSlice twin = twin(slice(tokyo, endpoint("worker", "10.1.0.5")), direct);

    assertThat(addresses(twin)).containsExactly("10.3.0.5", "10.1.0.5");
    assertThat(twin.getMetadata().getAnnotations())
        .containsEntry(
            "liqo.io/direct-connections-data", "{\"clusterAddresses\":{\"tokyo\":[\"10.3.0.5\"]}}");
  }

  @Test
  void aDriftedSliceIsRealigned() {
    EndpointSlice local = slice(endpoint("worker", "10.1.0.5"));
    ShadowEndpointSlice twin = twin(local, Map.of());
    ShadowEndpointSlice drifted = twin(slice(endpoint("worker", "10.1.0.6")), Map.of());

    assertThat(Plan.of(kind(Map.of()), local, twin, SHOP)).isInstanceOf(Plan.Nothing.class);
    assertThat(Plan.of(kind(Map.of()), local, drifted, SHOP)).isInstanceOf(Plan.Apply.class);
  }

  private static EndpointSlices kind(Map<String, Service> services) {
    return new EndpointSlices(
        ReflectionType.DENY_LIST,
        new EndpointSlices.Around(
            name -> Optional.ofNullable(NODES.get(name)),
            name -> Optional.ofNullable(services.get(name)),
            SOURCES));
  }

  private static Service service(String annotation) {
    return new ServiceBuilder().withMetadata(meta("web", annotation, "true")).build();
  }

  private static EndpointSlice slice(Endpoint... endpoints) {
    return new EndpointSliceBuilder()
        .withMetadata(
            new ObjectMetaBuilder(meta("web-abc"))
                .addToLabels("kubernetes.io/service-name", "web")
                .addToLabels(
                    "endpointslice.kubernetes.io/managed-by", "endpointslice-controller.k8s.io")
                .build())
        .withAddressType("IPv4")
        .withEndpoints(endpoints)
        .addNewPort()
        .withName("http")
        .withPort(80)
        .withProtocol("TCP")
        .endPort()
        .build();
  }

  private static Endpoint endpoint(@Nullable String node, String address) {
    return new EndpointBuilder().withAddresses(address).withNodeName(node).build();
  }

  private static ShadowEndpointSlice twin(EndpointSlice slice, Map<String, Service> services) {
    return ((Wish.Wanted<ShadowEndpointSlice>) kind(services).wish(slice, SHOP)).twin();
  }

  private static List<Endpoint> endpoints(ShadowEndpointSlice twin) {
    return twin.getSpec().template() == null ? List.of() : twin.getSpec().template().endpoints();
  }

  private static List<String> addresses(ShadowEndpointSlice twin) {
    return endpoints(twin).stream().flatMap(each -> each.getAddresses().stream()).toList();
  }
}
