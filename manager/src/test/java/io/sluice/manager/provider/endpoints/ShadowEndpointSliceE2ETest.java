package io.sluice.manager.provider.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventList;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.core.ForeignClusterSpec;
import io.sluice.api.networking.ClusterCidrs;
import io.sluice.api.networking.ClusterNetwork;
import io.sluice.api.networking.Configuration;
import io.sluice.api.networking.ConfigurationSpec;
import io.sluice.api.offloading.EndpointTemplate;
import io.sluice.api.offloading.ShadowEndpointSlice;
import io.sluice.api.offloading.ShadowEndpointSliceSpec;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.junit.NeedsClusters;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SE-1…SE-6 and T-28 on a real API server. */
@NeedsClusters("lender")
class ShadowEndpointSliceE2ETest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String TWIN = "endpoints-rome";
  private static ProviderBed bed;
  private static Api manager;
  private static ShadowEndpointSliceController controller;

  @BeforeAll
  static void prepare(Cluster lender) {
    bed = new ProviderBed(lender);
    bed.ensure(ProviderBed.namespace(TWIN, Map.of(Labels.REMOTE_CLUSTER_ID, "rome")));
    peer("rome", "10.50.0.0/16", "10.70.0.0/16");
    peer("milan", "10.50.0.0/16", "10.80.0.0/16");
    manager = bed.manager();
    controller = start();
  }

  private static ShadowEndpointSliceController start() {
    Events events = new Events(manager, ProviderBed.MANAGER, "test", Clock.systemUTC());
    ShadowEndpointSliceController started =
        new ShadowEndpointSliceController(manager, events, false);
    started.start();
    return started;
  }

  @AfterEach
  void clean() {
    bed.cluster().kubectl("delete", "shadowendpointslices", "--all", "-n", TWIN).outOrThrow();
  }

  @AfterAll
  static void end() {
    controller.close();
    manager.close();
    for (String id : List.of("rome", "milan")) {
      bed.delete(ForeignCluster.class, "", id);
      bed.delete(Configuration.class, "default", id);
    }
    bed.cluster().kubectl("delete", "namespace", TWIN, "--wait=false").outOrThrow();
  }

  @Test
  void endpointsAreSeenUnderTheirAddressesHere() {
    shadow("web", "10.50.0.7");
    await().atMost(SOON).until(() -> addresses("web").equals(List.of("10.70.0.7")));
    EndpointSlice slice = bed.get(EndpointSlice.class, TWIN, "web");
    assertThat(slice.getMetadata().getLabels())
        .containsEntry("kubernetes.io/service-name", "web")
        .containsEntry(Labels.MANAGED_BY, Labels.MANAGED_BY_SHADOW_ENDPOINT_SLICE);
    assertThat(slice.getEndpoints().getFirst().getConditions().getReady()).isTrue();
  }

  @Test
  void endpointsAreReadyOnlyWhileTheWayIsOpen() {
    shadow("web", "10.50.0.7");
    await().atMost(SOON).until(() -> ready("web"));

    status("rome", "Error", "Established");
    await().atMost(SOON).until(() -> !ready("web"));
    status("rome", "Established", "Error");
    assertThat(ready("web")).isFalse();
    status("rome", "Established", "Established");
    await().atMost(SOON).until(() -> ready("web"));
  }

  @Test
  void endpointsMayNotLeadElsewhere() {
    String service =
        bed.cluster()
            .kubectl("get", "service", "kubernetes", "-o=jsonpath={.spec.clusterIP}")
            .outOrThrow();
    for (String address : List.of("192.0.2.1", "10.80.0.7", service, "169.254.169.254")) {
      shadow("evil", address);
      await()
          .atMost(SOON)
          .untilAsserted(() -> assertThat(warnings()).contains(address + " lies in"));
      assertThat(bed.find(EndpointSlice.class, TWIN, "evil")).isNull();
      bed.delete(ShadowEndpointSlice.class, TWIN, "evil");
    }
  }

  @Test
  void aForgedOriginIsRefused() {
    shadow("forged", "10.50.0.7", "milan");
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(warnings()).contains("must be the owner of the namespace, 'rome'"));
    assertThat(bed.find(EndpointSlice.class, TWIN, "forged")).isNull();
  }

  @Test
  void whatIsOursComesBackAndWhatIsNotStays() {
    shadow("web", "10.50.0.7");
    await().atMost(SOON).until(() -> !addresses("web").isEmpty());
    bed.delete(EndpointSlice.class, TWIN, "web");
    await().atMost(SOON).until(() -> !addresses("web").isEmpty());
    bed.delete(ShadowEndpointSlice.class, TWIN, "web");
    await().atMost(SOON).until(() -> bed.find(EndpointSlice.class, TWIN, "web") == null);

    bed.create(foreign("mine"));
    shadow("mine", "10.50.0.7");
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(warnings()).contains("belongs to somebody else"));
    assertThat(addresses("mine")).containsExactly("10.1.1.1");
    bed.delete(EndpointSlice.class, TWIN, "mine");
  }

  @Test
  void nothingIsWrittenWhenNothingChanged() {
    shadow("web", "10.50.0.7");
    await().atMost(SOON).until(() -> ready("web"));
    controller.close();
    AuditLog.Mark mark = bed.cluster().audit().mark();
    controller = start();
    shadow("other", "10.50.0.8");
    await().atMost(SOON).until(() -> ready("other"));
    assertThat(bed.cluster().audit().since(mark).by(ProviderBed.MANAGER).writes().counts())
        .hasSize(1)
        .containsValue(1);
  }

  private static void shadow(String name, String address) {
    shadow(name, address, "rome");
  }

  private static void shadow(String name, String address, String origin) {
    ShadowEndpointSlice shadow = new ShadowEndpointSlice();
    shadow.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(TWIN)
            .withName(name)
            .addToLabels(Labels.ORIGIN, origin)
            .addToLabels("kubernetes.io/service-name", name)
            .build());
    shadow.setSpec(
        new ShadowEndpointSliceSpec(
            new EndpointTemplate(
                List.of(new EndpointBuilder().withAddresses(address).build()), List.of(), "IPv4")));
    bed.create(shadow);
  }

  private static EndpointSlice foreign(String name) {
    return new EndpointSliceBuilder()
        .withNewMetadata()
        .withNamespace(TWIN)
        .withName(name)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_SHADOW_ENDPOINT_SLICE)
        .endMetadata()
        .withAddressType("IPv4")
        .addNewEndpoint()
        .withAddresses("10.1.1.1")
        .endEndpoint()
        .build();
  }

  private static List<String> addresses(String name) {
    EndpointSlice slice = bed.find(EndpointSlice.class, TWIN, name);
    return slice == null
        ? List.of()
        : slice.getEndpoints().stream().flatMap(each -> each.getAddresses().stream()).toList();
  }

  private static boolean ready(String name) {
    EndpointSlice slice = bed.find(EndpointSlice.class, TWIN, name);
    return slice != null
        && Boolean.TRUE.equals(slice.getEndpoints().getFirst().getConditions().getReady());
  }

  private static String warnings() {
    StringBuilder text = new StringBuilder();
    for (Event event :
        bed.admin().read(Kind.of(Event.class).path(TWIN), EventList.class).getItems()) {
      text.append(event.getMessage()).append('\n');
    }
    return text.toString();
  }

  private static void peer(String id, String original, String seen) {
    ForeignCluster cluster = new ForeignCluster();
    cluster.setMetadata(new ObjectMetaBuilder().withName(id).build());
    cluster.setSpec(new ForeignClusterSpec(id));
    bed.ensure(cluster);
    status(id, "Established", "Established");
    Configuration network = new Configuration();
    network.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("default")
            .withName(id)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, id)
            .build());
    network.setSpec(
        new ConfigurationSpec(
            null, new ClusterNetwork(new ClusterCidrs(List.of(original), List.of()))));
    bed.ensure(network);
    Map<String, Object> configured =
        Map.of("type", ConditionTypes.NETWORK_CIDRS_CONFIGURED, "status", "True");
    bed.admin()
        .patch(
            Kind.of(Configuration.class),
            Ref.of(network),
            Patch.merge(
                    Map.of(
                        "status",
                        Map.of(
                            "remote",
                            Map.of("cidr", Map.of("pod", List.of(seen))),
                            "conditions",
                            List.of(configured))))
                .to("status"));
  }

  private static void status(String id, String network, String server) {
    Map<String, Object> off = Map.of("enabled", false);
    Map<String, Object> on =
        Map.of(
            "enabled",
            true,
            "conditions",
            List.of(Map.of("type", "NetworkConnectionStatus", "status", network)));
    bed.admin()
        .patch(
            Kind.of(ForeignCluster.class),
            Ref.cluster(id),
            Patch.merge(
                    Map.of(
                        "status",
                        Map.of(
                            "role",
                            "Consumer",
                            "modules",
                            Map.of("networking", on, "authentication", off, "offloading", off),
                            "conditions",
                            List.of(Map.of("type", "APIServerStatus", "status", server)))))
                .to("status"));
  }
}
