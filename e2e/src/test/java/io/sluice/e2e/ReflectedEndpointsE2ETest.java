package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import org.junit.jupiter.api.Test;

/** What the provider can't see by itself arrives as ShadowEndpointSlices (§3.7). */
@NeedsClusters({"home", "away"})
class ReflectedEndpointsE2ETest {
  private static final String SHADOW = "shadowendpointslice/web-1";
  private static final String ADDRESSES = "{.spec.template.endpoints[*].addresses[0]}";
  private static final String SLICE =
      """
      apiVersion: discovery.k8s.io/v1
      kind: EndpointSlice
      metadata: {name: web-1, labels: {kubernetes.io/service-name: web}}
      addressType: IPv4
      ports: [{name: "", port: 80, protocol: TCP}]
      endpoints:
        - {addresses: [%s], conditions: {ready: true}}
        - {addresses: [10.99.0.2], nodeName: liqo-away, conditions: {ready: true}}
        - {addresses: [10.99.0.3], nodeName: nobody, conditions: {ready: true}}
      """;

  @Test
  void endpointsThatTheProviderLacksFollowAndThoseItHasDoNot(
      Cluster home, Cluster away, TestNamespace namespace) {
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      peered.applyHere(home, service("web", "{ports: [{port: 80}]}"));
      peered.applyHere(home, SLICE.formatted("10.99.0.1"));
      peered.awaitField(away, SHADOW, ADDRESSES, "10.99.0.1");
      assertThat(peered.field(away, SHADOW, "{.spec.template.endpoints[0].nodeName}"))
          .isEqualTo("home");

      AuditLog.Mark mark = away.audit().mark();
      peered.applyHere(home, SLICE.formatted("10.99.0.8"));
      peered.awaitField(away, SHADOW, ADDRESSES, "10.99.0.8");
      peered.applyHere(home, SLICE.formatted("10.99.0.9"));
      peered.awaitField(away, SHADOW, ADDRESSES, "10.99.0.9");
      assertThat(away.audit().since(mark).by("consumer").in(peered.namespace).writes().count())
          .as("one write for each change")
          .isEqualTo(2);
      away.kubectl("delete", SHADOW, "-n", peered.namespace).outOrThrow();
      peered.awaitField(away, SHADOW, ADDRESSES, "10.99.0.9");

      // Both families, and names instead of addresses.
      peered.applyHere(home, slice("web-6", "IPv6", "'fd00::1'"));
      peered.applyHere(home, slice("web-name", "FQDN", "one.example.com"));
      String typed = "{.spec.template.addressType} " + ADDRESSES;
      peered.awaitField(away, "shadowendpointslice/web-6", typed, "IPv6 fd00::1");
      peered.awaitField(away, "shadowendpointslice/web-name", typed, "FQDN one.example.com");

      // Slices inherit the policy of their Service.
      home.kubectl(
              "annotate", "service/web", "-n", peered.namespace, "liqo.io/skip-reflection=true")
          .outOrThrow();
      peered.awaitField(away, SHADOW, "{.metadata.name}", "");
      home.kubectl("annotate", "service/web", "-n", peered.namespace, "liqo.io/skip-reflection-")
          .outOrThrow();
      peered.awaitField(away, SHADOW, ADDRESSES, "10.99.0.9");
      home.kubectl("delete", "endpointslice/web-1", "-n", peered.namespace).outOrThrow();
      peered.awaitField(away, SHADOW, "{.metadata.name}", "");
    }
  }

  @Test
  void aStrangersSliceOfTheSameNameStaysAndTheLocalOneSaysSo(
      Cluster home, Cluster away, TestNamespace namespace) {
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      peered.applyHere(
          away,
          """
          apiVersion: offloading.liqo.io/v1beta1
          kind: ShadowEndpointSlice
          metadata: {name: web-1}
          spec:
            template:
              addressType: IPv4
              endpoints: [{addresses: [10.99.0.77]}]
              ports: [{name: "", port: 80, protocol: TCP}]
          """);
      peered.applyHere(home, service("web", "{ports: [{port: 80}]}"));
      peered.applyHere(home, SLICE.formatted("10.99.0.1"));
      await()
          .atMost(Peered.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(peered.field(home, "events", ReflectionE2ETest.CONFLICT))
                      .contains("web-1"));
      assertThat(peered.field(away, SHADOW, ADDRESSES)).isEqualTo("10.99.0.77");
      away.kubectl("delete", SHADOW, "-n", peered.namespace).outOrThrow();
      peered.awaitField(away, SHADOW, ADDRESSES, "10.99.0.1");
    }
  }

  @Test
  void addressesThatTheChosenProviderGivesAreShownAtHome(
      Cluster home, Cluster away, TestNamespace namespace) {
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      String balanced =
          "{type: LoadBalancer, loadBalancerClass: sluice.io/%s, ports: [{port: 80}]}";
      peered.applyHere(home, service("web", balanced.formatted("away")));
      peered.applyHere(home, service("other", balanced.formatted("elsewhere")));
      peered.applyHere(home, ingress("web", "sluice.away"));
      peered.applyHere(home, ingress("other", "sluice.elsewhere"));
      String address = "{.status.loadBalancer.ingress[0].ip}";
      for (String kind : new String[] {"service/", "ingress/"}) {
        for (String name : new String[] {"other", "web"}) {
          peered.awaitField(away, kind + name, "{.metadata.name}", name);
          balance(peered, kind + name, "{\"ingress\":[{\"ip\":\"192.0.2.7\"}]}");
        }
        peered.awaitField(home, kind + "web", address, "192.0.2.7");
        assertThat(peered.field(home, kind + "other", address)).isEmpty();
        balance(peered, kind + "web", "{\"ingress\":null}");
        peered.awaitField(home, kind + "web", address, "");
      }
    }
  }

  private static String slice(String name, String type, String address) {
    return """
    apiVersion: discovery.k8s.io/v1
    kind: EndpointSlice
    metadata: {name: %s, labels: {kubernetes.io/service-name: web}}
    addressType: %s
    ports: [{name: "", port: 80, protocol: TCP}]
    endpoints: [{addresses: [%s], conditions: {ready: true}}]
    """
        .formatted(name, type, address);
  }

  private static String service(String name, String spec) {
    return "apiVersion: v1\nkind: Service\nmetadata: {name: %s}\nspec: %s\n".formatted(name, spec);
  }

  private static String ingress(String name, String ingressClass) {
    return """
    apiVersion: networking.k8s.io/v1
    kind: Ingress
    metadata: {name: %s}
    spec: {ingressClassName: %s, defaultBackend: {service: {name: web, port: {number: 80}}}}
    """
        .formatted(name, ingressClass);
  }

  private static void balance(Peered peered, String object, String status) {
    peered
        .away
        .kubectl(
            "patch",
            object,
            "-n",
            peered.namespace,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"loadBalancer\":%s}}".formatted(status))
        .outOrThrow();
  }
}
