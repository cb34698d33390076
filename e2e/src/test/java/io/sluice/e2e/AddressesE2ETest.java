package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import org.junit.jupiter.api.Test;

/** Between networks that see each other under other addresses (NET-1, EPS-3, SE-3). */
@NeedsClusters({"home", "away"})
class AddressesE2ETest {
  private static final String SLICE =
      """
      apiVersion: discovery.k8s.io/v1
      kind: EndpointSlice
      metadata: {name: web-1, labels: {kubernetes.io/service-name: web}}
      addressType: IPv4
      ports: [{name: "", port: 80, protocol: TCP}]
      endpoints: [{addresses: [10.99.0.1]}, {addresses: [192.0.2.9]}]
      """;

  @Test
  void podsAndEndpointsAreSeenUnderTheAddressesThatLeadToThem(
      Cluster home, Cluster away, TestNamespace namespace) {
    try (Peered peered = Peered.startAsTenant(home, away, namespace.name())) {
      network(home, "away", away.podCidr(), "10.201.0.0/16");
      network(away, "home", "10.99.0.0/16", "10.202.0.0/16");
      peered.createPod("web", "");
      peered.awaitRunning("web");
      String there = peered.field(away, "pod/web", "{.status.podIP}");
      assertThat(peered.field(home, "pod/web", "{.status.podIP}"))
          .isEqualTo("10.201" + there.substring(there.indexOf('.', there.indexOf('.') + 1)));

      peered.applyHere(
          home,
          "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n");
      peered.applyHere(home, SLICE);
      await()
          .atMost(Peered.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(peered.field(home, "events", "{.items[*].message}"))
                      .as("an address that nobody exposes")
                      .contains("192.0.2.9 is no local pod"));
      assertThat(peered.field(away, "endpointslice/web-1", "{.metadata.name}")).isEmpty();
      expose(peered);
      peered.awaitField(
          away, "endpointslice/web-1", "{.endpoints[*].addresses[0]}", "10.202.0.1 10.203.0.9");
    } finally {
      home.kubectl("delete", "configuration", "away", "-n", "liqo-tenant-away");
      away.kubectl("delete", "configuration", "home", "-n", "sluice");
    }
  }

  /** What the fabric would write: how a cluster sees the pods and the exposed hosts of its peer. */
  private static void network(Cluster cluster, String peer, String pods, String seen) {
    String namespace = peer.equals("away") ? "liqo-tenant-away" : "sluice";
    Peered.apply(
        cluster,
        """
        apiVersion: networking.liqo.io/v1beta1
        kind: Configuration
        metadata: {name: %s, namespace: %s, labels: {liqo.io/remote-cluster-id: %s}}
        spec:
          local: {cidr: {pod: [10.99.0.0/16], external: [10.98.0.0/16]}}
          remote: {cidr: {pod: [%s], external: [10.98.0.0/16]}}
        """
            .formatted(peer, namespace, peer, pods));
    cluster
        .kubectl(
            "patch",
            "configuration/" + peer,
            "-n",
            namespace,
            "--subresource=status",
            "--type=merge",
            "-p",
            """
            {"status":{"remote":{"cidr":{"pod":["%s"],"external":["10.203.0.0/16"]}},
             "conditions":[{"type":"NetworkCIDRsConfigured","status":"True"}]}}
            """
                .formatted(seen))
        .outOrThrow();
  }

  private static void expose(Peered peered) {
    peered.applyHere(
        peered.home,
        """
        apiVersion: ipam.liqo.io/v1alpha1
        kind: IP
        metadata: {name: outside}
        spec: {ip: 192.0.2.9}
        """);
    peered
        .home
        .kubectl(
            "patch",
            "ips.ipam.liqo.io/outside",
            "-n",
            peered.namespace,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"ip\":\"10.98.0.9\",\"cidr\":\"10.98.0.0/16\"}}")
        .outOrThrow();
  }
}
