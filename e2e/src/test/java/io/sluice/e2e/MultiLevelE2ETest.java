package io.sluice.e2e;

import static io.sluice.e2e.Installed.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.net.Link;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** §10: the node that the remote scheduler picks may be virtual again. */
@NeedsClusters({"home", "away", "far"})
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class MultiLevelE2ETest {
  @Test
  void aPodGoesOverTwoBordersAndNeverInACircle(
      Cluster home, Cluster away, Cluster far, @TempDir Path folder) {
    try (Link toParis = Link.to(away);
        Link toOslo = Link.to(far);
        Installed milan = new Installed(home, "milan", folder.resolve("milan"));
        Installed paris = new Installed(away, "paris", folder.resolve("paris"), toParis.server());
        Installed oslo = new Installed(far, "oslo", folder.resolve("oslo"), toOslo.server())) {
      Loans.noticeSoon(milan);
      Loans.noticeSoon(paris);
      Loans.borrow(milan, paris);
      Loans.borrow(paris, oslo);
      milan.kubectl("create", "namespace", "relay");
      Loans.extend(milan, "relay", "paris");
      Loans.extend(paris, "relay-milan", "oslo");

      run(milan, "web");
      phase(milan, "relay", "web", "Running");
      // Two schedulers chose virtual nodes, the third a real one.
      assertThat(get(milan, "relay", "web", "{.spec.nodeName}")).isEqualTo("paris");
      assertThat(get(paris, "relay-milan", "web", "{.spec.nodeName}")).isEqualTo("oslo");
      assertThat(get(oslo, "relay-milan-paris", "web", "{.spec.nodeName}")).isEqualTo("far-kwok-0");
      // The pod carries where it came from, and home knows where it went.
      assertThat(
              get(
                  oslo,
                  "relay-milan-paris",
                  "web",
                  "{.metadata.annotations.sluice\\.io/hop-chain}"))
          .isEqualTo("milan,paris");
      assertThat(hops(milan)).isEqualTo("paris/oslo > oslo/far-kwok-0");
      assertThat(get(milan, "relay", "web", "{.status.podIP}"))
          .isNotEmpty()
          .isEqualTo(get(oslo, "relay-milan-paris", "web", "{.status.podIP}"));
      streamsGoOverBothBorders(milan, oslo);
      explainNamesEveryHop(milan);
      aServiceFindsThePodInEveryCluster(List.of(milan, paris, oslo));
      whatTheLastClusterRefusesIsToldAtHome(milan, oslo);
      homeSaysWhereTheChainBroke(toParis, toOslo, milan, oslo);

      String uid = get(milan, "relay", "web", "{.metadata.uid}");
      oslo.kubectl("delete", "pod", "web", "-n=relay-milan-paris", "--wait=false");
      soon(
          () ->
              assertThat(get(milan, "relay", "web", "{.status.containerStatuses[0].restartCount}"))
                  .isEqualTo("1"));
      phase(milan, "relay", "web", "Running");
      assertThat(get(milan, "relay", "web", "{.metadata.uid}")).isEqualTo(uid);

      milan.kubectl("delete", "pod", "web", "-n=relay", "--timeout=60s");
      assertThat(paris.kubectl("get", "pods,shadowpods", "-n=relay-milan", "-o=name")).isEmpty();
      assertThat(oslo.kubectl("get", "pods,shadowpods", "-n=relay-milan-paris", "-o=name"))
          .isEmpty();

      theLastClusterSendsNothingHome(milan, oslo);
      bothDirectionsAtOnce(milan, paris);
      leave(milan, paris, oslo);
    }
  }

  /** Fake nodes have neither logs nor shells: what counts is that the last cluster was asked. */
  private static void streamsGoOverBothBorders(Installed milan, Installed oslo) {
    AuditLog.Mark mark = oslo.cluster.audit().mark();
    milan.cluster.kubectl("logs", "web", "-n=relay");
    milan.cluster.kubectl("exec", "web", "-n=relay", "--", "true");
    soon(
        () -> {
          Requests asked = oslo.cluster.audit().since(mark).in("relay-milan-paris").named("web");
          assertThat(asked.resource("pods/log").count()).as(asked.table()).isPositive();
          assertThat(asked.resource("pods/exec").count()).as(asked.table()).isPositive();
        });
  }

  private static void explainNamesEveryHop(Installed milan) {
    assertThat(Sluice.in(milan.cluster, "explain", "pod", "web", "-n=relay"))
        .contains("on node paris")
        .contains("in namespace relay-milan of paris")
        .contains("on node oslo")
        .contains("on to oslo/far-kwok-0");
  }

  /** The same name leads to the pod at home, where it was sent on, and where it runs. */
  private static void aServiceFindsThePodInEveryCluster(List<Installed> all) {
    Peered.apply(
        all.getFirst().cluster,
        """
        apiVersion: v1
        kind: Service
        metadata: {name: web, namespace: relay}
        spec: {selector: {app: web}, ports: [{port: 80}]}
        """);
    String address = get(all.getFirst(), "relay", "web", "{.status.podIP}");
    List<String> namespaces = List.of("relay", "relay-milan", "relay-milan-paris");
    for (int i = 0; i < all.size(); i++) {
      Installed cluster = all.get(i);
      String namespace = namespaces.get(i);
      soon(
          () ->
              assertThat(
                      cluster
                          .cluster
                          .kubectl(
                              "get",
                              "endpointslices",
                              "-n=" + namespace,
                              "-l=kubernetes.io/service-name=web",
                              "-o=jsonpath={.items[*].endpoints[*].addresses[*]}")
                          .out())
                  .as(cluster.id)
                  .isEqualTo(address));
    }
  }

  private static void whatTheLastClusterRefusesIsToldAtHome(Installed milan, Installed oslo) {
    Peered.apply(
        oslo.cluster,
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: full, namespace: relay-milan-paris}
        spec: {hard: {pods: "1"}}
        """);
    run(milan, "second");
    soon(
        () ->
            assertThat(get(milan, "relay", "second", "{.status.message}"))
                .contains("paris")
                .contains("oslo")
                .contains("exceeded quota: full"));
    assertThat(get(milan, "relay", "second", "{.status.phase}")).isEqualTo("Pending");
    oslo.kubectl("delete", "resourcequota", "full", "-n=relay-milan-paris");
    phase(milan, "relay", "second", "Running");
    milan.kubectl("delete", "pod", "second", "-n=relay", "--timeout=60s");
  }

  private static void homeSaysWhereTheChainBroke(
      Link toParis, Link toOslo, Installed milan, Installed oslo) {
    String uid = get(oslo, "relay-milan-paris", "web", "{.metadata.uid}");
    toOslo.cut();
    soon(() -> assertThat(unready(milan)).startsWith("RemoteUnreachable ").contains("oslo"));
    toOslo.heal();
    soon(() -> assertThat(ready(milan)).isEqualTo("True"));

    toParis.cut();
    soon(() -> assertThat(unready(milan)).startsWith("RemoteUnreachable ").contains("paris"));
    assertThat(get(oslo, "relay-milan-paris", "web", "{.metadata.uid} {.status.phase}"))
        .isEqualTo(uid + " Running");
    toParis.heal();
    soon(() -> assertThat(ready(milan)).isEqualTo("True"));
    assertThat(get(oslo, "relay-milan-paris", "web", "{.metadata.uid}")).isEqualTo(uid);
  }

  private static String ready(Installed milan) {
    return get(milan, "relay", "web", "{.status.conditions[?(@.type==\"Ready\")].status}");
  }

  private static String unready(Installed milan) {
    String condition = "{.status.conditions[?(@.type==\"Ready\")].%s}";
    return get(
        milan,
        "relay",
        "web",
        condition.formatted("reason") + " " + condition.formatted("message"));
  }

  /** A → B → C, and C borrows from A. */
  private static void theLastClusterSendsNothingHome(Installed milan, Installed oslo) {
    Loans.borrow(oslo, milan);
    Loans.extend(oslo, "relay-milan-paris", "milan");
    isToldThatItCameBack(milan, "round");
    assertThat(get(oslo, "relay-milan-paris", "round", "{.spec.nodeName}")).isEqualTo("milan");
    assertThat(milan.kubectl("get", "pods", "-n=relay-milan-paris-oslo", "-o=name")).isEmpty();
    milan.kubectl("delete", "pod", "round", "-n=relay", "--timeout=60s");
    oslo.kubectl(
        "delete", "namespaceoffloading", "offloading", "-n=relay-milan-paris", "--timeout=60s");
    oslo.peering(milan).part();
  }

  /** A lends to B while B lends to A: what comes from A is not sent back there. */
  private static void bothDirectionsAtOnce(Installed milan, Installed paris) {
    Loans.borrow(paris, milan);
    paris.kubectl("create", "namespace", "atelier");
    Loans.extend(paris, "atelier", "milan");
    paris.kubectl("run", "own", "-n=atelier", "--image=pause", "--restart=Always");
    phase(paris, "atelier", "own", "Running");
    assertThat(get(paris, "atelier", "own", "{.spec.nodeName}")).isEqualTo("milan");
    assertThat(get(milan, "atelier-paris", "own", "{.status.phase}")).isEqualTo("Running");

    paris.kubectl("delete", "namespaceoffloading", "offloading", "-n=relay-milan", "--timeout=60s");
    Loans.extend(paris, "relay-milan", "milan");
    isToldThatItCameBack(milan, "lost");
    assertThat(milan.kubectl("get", "pods", "-n=relay-milan-paris", "-o=name")).isEmpty();
    milan.kubectl("delete", "pod", "lost", "-n=relay", "--timeout=60s");
  }

  private static void isToldThatItCameBack(Installed milan, String pod) {
    run(milan, pod);
    soon(
        () ->
            assertThat(get(milan, "relay", pod, "{.status.reason} {.status.message}"))
                .startsWith("HopLoop ")
                .contains("already came through milan"));
  }

  private static void leave(Installed milan, Installed paris, Installed oslo) {
    paris.kubectl("delete", "namespaceoffloading", "offloading", "-n=relay-milan", "--timeout=60s");
    paris.kubectl("delete", "namespaceoffloading", "offloading", "-n=atelier", "--timeout=60s");
    milan.kubectl("delete", "namespaceoffloading", "offloading", "-n=relay", "--timeout=60s");
    paris.peering(milan).part();
    paris.peering(oslo).part();
    milan.peering(paris).part();
    milan.kubectl("delete", "namespace", "relay", "--wait=false");
    paris.kubectl("delete", "namespace", "atelier", "--wait=false");
  }

  private static void run(Installed cluster, String pod) {
    Peered.apply(
        cluster.cluster,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: relay, labels: {app: %1$s}}
        spec: {terminationGracePeriodSeconds: 0, containers: [{name: c, image: pause}]}
        """
            .formatted(pod));
  }

  private static void phase(Installed cluster, String namespace, String pod, String phase) {
    soon(() -> assertThat(get(cluster, namespace, pod, "{.status.phase}")).isEqualTo(phase));
  }

  private static String hops(Installed cluster) {
    return get(
        cluster, "relay", "web", "{.status.conditions[?(@.type==\"sluice.io/Hops\")].message}");
  }

  private static String get(Installed cluster, String namespace, String pod, String path) {
    return cluster.kubectl(
        "get", "pod", pod, "-n=" + namespace, "--ignore-not-found", "-o=jsonpath=" + path);
  }

  private static void soon(org.awaitility.core.ThrowingRunnable assertion) {
    await().atMost(SOON).untilAsserted(assertion);
  }
}
