package io.sluice.translate.reflect;

import static io.sluice.translate.reflect.Borders.SHOP;
import static io.sluice.translate.reflect.Borders.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import io.sluice.api.offloading.ReflectionType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class ServicesTest {
  private static final Services KIND = new Services(ReflectionType.DENY_LIST, Optional.of("fast"));
  private static final Ingresses INGRESSES =
      new Ingresses(ReflectionType.DENY_LIST, Optional.empty());

  private static ServiceBuilder local() {
    return new ServiceBuilder()
        .withMetadata(meta("web"))
        .withNewSpec()
        .withType("ClusterIP")
        .withSelector(Map.of("app", "web"))
        .withClusterIP("10.96.0.7")
        .withClusterIPs("10.96.0.7")
        .withIpFamilies("IPv4")
        .withIpFamilyPolicy("SingleStack")
        .withSessionAffinity("None")
        .withInternalTrafficPolicy("Cluster")
        .withTrafficDistribution("PreferSameZone")
        .withExternalIPs("192.0.2.9")
        .withPorts(port(30080))
        .endSpec();
  }

  @Test
  void whatAServiceIsForGoesAlongAndItsAddressesDoNot() {
    Service twin = twin(local().build());

    assertThat(twin.getSpec().getSelector()).isEqualTo(Map.of("app", "web"));
    assertThat(twin.getSpec().getClusterIP()).isNull();
    assertThat(twin.getSpec().getClusterIPs()).isEmpty();
    assertThat(twin.getSpec().getIpFamilies()).isEmpty();
    assertThat(twin.getSpec().getExternalIPs()).isEmpty();
    assertThat(twin.getSpec().getTrafficDistribution()).isNull();
    assertThat(twin.getSpec().getLoadBalancerClass()).isNull();
    assertThat(twin.getStatus()).isNull();
    assertThat(twin.getSpec().getPorts())
        .containsExactly(new ServicePortBuilder(port(0)).withNodePort(null).build());
  }

  @Test
  void headlessServicesStayHeadless() {
    Service headless = local().editSpec().withClusterIP("None").endSpec().build();

    assertThat(twin(headless).getSpec().getClusterIP()).isEqualTo("None");
  }

  @ParameterizedTest(name = "§3.6: local port {0}, forced {1}: {2}")
  @CsvSource({"30080, true, 30080", "30080, false,", "0, true,"})
  void nodePortsAreTheProvidersUnlessForced(int local, String forced, Integer remote) {
    Service service =
        local()
            .editMetadata()
            .addToAnnotations("liqo.io/force-remote-node-port", forced)
            .endMetadata()
            .editSpec()
            .withPorts(port(local))
            .endSpec()
            .build();

    assertThat(twin(service).getSpec().getPorts().getFirst().getNodePort()).isEqualTo(remote);
  }

  @Test
  void loadBalancersGetTheClassOfTheProvider() {
    Service balanced =
        local().editSpec().withType("LoadBalancer").withLoadBalancerClass("home").endSpec().build();

    assertThat(twin(balanced).getSpec().getLoadBalancerClass()).isEqualTo("fast");
  }

  @Test
  void theApiServerOfTheHomeClusterIsNeverReflected() {
    Service api = new ServiceBuilder(local().build()).withMetadata(meta("kubernetes")).build();
    Border defaults = new Border("rome", "milan", "default", "default-rome", SHOP.withheld());

    assertThat(KIND.wish(api, defaults)).isInstanceOf(Wish.Leave.class);
    assertThat(KIND.wish(api, SHOP)).isInstanceOf(Wish.Wanted.class);
  }

  record Change(String name, boolean same, boolean replaced, UnaryOperator<ServiceBuilder> change) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Change> CHANGES =
      List.of(
          new Change("nothing", true, false, service -> service),
          new Change(
              "what the provider chooses",
              true,
              false,
              service ->
                  service
                      .editSpec()
                      .withClusterIP("10.0.0.1")
                      .withClusterIPs("10.0.0.1")
                      .withIpFamilies("IPv4")
                      .withPorts(port(31234))
                      .withTrafficDistribution("PreferClose")
                      .endSpec()
                      .editMetadata()
                      .addToFinalizers("service.kubernetes.io/load-balancer-cleanup")
                      .endMetadata()),
          new Change(
              "an edited selector",
              false,
              false,
              service -> service.editSpec().addToSelector("by", "hand").endSpec()),
          new Change(
              "another port",
              false,
              false,
              service -> service.editSpec().editFirstPort().withPort(81).endPort().endSpec()),
          new Change(
              "one more port",
              false,
              false,
              service ->
                  service
                      .editSpec()
                      .addToPorts(new ServicePortBuilder().withPort(9).build())
                      .endSpec()),
          new Change(
              "another type",
              false,
              false,
              service -> service.editSpec().withType("NodePort").endSpec()),
          new Change(
              "another affinity",
              false,
              false,
              service -> service.editSpec().withSessionAffinity("ClientIP").endSpec()),
          new Change(
              "headless",
              false,
              true,
              service -> service.editSpec().withClusterIP("None").endSpec()));

  @ParameterizedTest(name = "a remote Service with {0}")
  @FieldSource("CHANGES")
  void onlyWhatWeOwnIsCompared(Change given) {
    Service wanted = twin(local().build());
    Service there = given.change().apply(new ServiceBuilder(wanted)).build();

    assertThat(KIND.isSame(there, wanted)).isEqualTo(given.same());
    assertThat(KIND.mustReplace(there, wanted)).isEqualTo(given.replaced());
  }

  @Test
  void anAddressComesBackOnlyForServicesOfOurClass() {
    Service ours =
        local()
            .editSpec()
            .withType("LoadBalancer")
            .withLoadBalancerClass("sluice")
            .endSpec()
            .build();
    Service homes = local().editSpec().withType("LoadBalancer").endSpec().build();
    Service remote =
        local()
            .withNewStatus()
            .withNewLoadBalancer()
            .addNewIngress()
            .withIp("203.0.113.5")
            .endIngress()
            .endLoadBalancer()
            .endStatus()
            .build();

    assertThat(Services.statusBack(ours, remote, "sluice"))
        .contains(remote.getStatus().getLoadBalancer());
    assertThat(Services.statusBack(homes, remote, "sluice")).isEmpty();
    assertThat(
            Services.statusBack(
                new ServiceBuilder(ours).withStatus(remote.getStatus()).build(), remote, "sluice"))
        .isEmpty();
    assertThat(
            Services.statusBack(
                    new ServiceBuilder(ours).withStatus(remote.getStatus()).build(), null, "sluice")
                .map(status -> status.getIngress().size()))
        .contains(0);
  }

  @Test
  void ingressesGoWithoutTheClassOfTheHomeCluster() {
    Ingress local =
        new IngressBuilder()
            .withMetadata(meta("web", "kubernetes.io/ingress.class", "home"))
            .withNewSpec()
            .withIngressClassName("home")
            .addNewRule()
            .withHost("shop.example.org")
            .endRule()
            .addNewTl()
            .withSecretName("tls")
            .endTl()
            .endSpec()
            .build();

    Ingress twin = ((Wish.Wanted<Ingress>) INGRESSES.wish(local, SHOP)).twin();
    Ingress classed =
        ((Wish.Wanted<Ingress>)
                new Ingresses(ReflectionType.DENY_LIST, Optional.of("nginx")).wish(local, SHOP))
            .twin();

    assertThat(twin.getSpec().getIngressClassName()).isNull();
    assertThat(twin.getMetadata().getAnnotations())
        .doesNotContainKey("kubernetes.io/ingress.class");
    assertThat(twin.getSpec().getRules()).isEqualTo(local.getSpec().getRules());
    assertThat(twin.getSpec().getTls()).isEqualTo(local.getSpec().getTls());
    assertThat(classed.getSpec().getIngressClassName()).isEqualTo("nginx");
    assertThat(INGRESSES.isSame(classed, twin)).as("a default class is the provider's").isTrue();
    assertThat(INGRESSES.isSame(twin, classed)).isFalse();
  }

  private static ServicePort port(int nodePort) {
    return new ServicePortBuilder()
        .withName("http")
        .withPort(80)
        .withTargetPort(new IntOrString("web"))
        .withProtocol("TCP")
        .withNodePort(nodePort)
        .build();
  }

  private static Service twin(Service local) {
    return ((Wish.Wanted<Service>) KIND.wish(local, SHOP)).twin();
  }
}
