package io.sluice.e2e;

import static io.sluice.e2e.Installed.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** One provider, three consumers, and everything has the same name in all three. */
@NeedsClusters({"home", "far", "third", "away"})
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class ThreeConsumersE2ETest {
  private static final Map<String, Quantity> WANTED =
      Map.of("cpu", new Quantity("2"), "memory", new Quantity("2Gi"), "pods", new Quantity("20"));
  private static final String WHOSE = "{.data.whose}";
  private static final String RUNNING = "Running";

  @Test
  void nobodySeesOrTouchesWhatAnotherHasUnderTheSameName(
      Cluster home, Cluster far, Cluster third, Cluster away, @TempDir Path folder) {
    try (Installed milan = new Installed(home, "milan", folder.resolve("milan"));
        Installed oslo = new Installed(far, "oslo", folder.resolve("oslo"));
        Installed rome = new Installed(third, "rome", folder.resolve("rome"));
        Installed paris = new Installed(away, "paris", folder.resolve("paris"))) {
      List<Installed> consumers = List.of(milan, oslo, rome);
      consumers.forEach(consumer -> borrow(consumer, paris));
      consumers.forEach(consumer -> extend(consumer, "shop", "DefaultName"));
      consumers.forEach(ThreeConsumersE2ETest::deploy);
      consumers.forEach(consumer -> hasItsOwn(consumer, paris));

      changesStayWithTheirOwner(milan, List.of(oslo, rome), paris);
      aNameThatIsTakenIsNotShared(milan, oslo, paris);
      oneLeavesAndTheOthersStay(milan, List.of(oslo, rome), paris);

      for (Installed consumer : List.of(oslo, rome)) {
        withdraw(consumer, "shop");
        consumer.peering(paris).part();
      }
      consumers.forEach(it -> it.kubectl("delete", "namespace", "shop", "--wait=false"));
    }
  }

  private static void borrow(Installed consumer, Installed paris) {
    consumer.peering(paris).join();
    consumer.borrowing().ask(paris.id, paris.id, WANTED, true);
    consumer.kubectl("wait", "--for=create", "node/paris", "--timeout=120s");
    consumer.kubectl("wait", "--for=condition=Ready", "node/paris", "--timeout=120s");
  }

  private static void extend(Installed consumer, String namespace, String strategy) {
    offer(consumer, namespace, strategy);
    consumer.awaitExtended(namespace);
  }

  private static void offer(Installed consumer, String namespace, String strategy) {
    Peered.apply(
        consumer.cluster,
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: %1$s}
        ---
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceOffloading
        metadata: {name: offloading, namespace: %1$s}
        spec: {podOffloadingStrategy: Remote, namespaceMappingStrategy: %2$s}
        """
            .formatted(namespace, strategy));
  }

  private static void withdraw(Installed consumer, String namespace) {
    consumer.kubectl(
        "delete", "namespaceoffloading", "offloading", "-n=" + namespace, "--timeout=60s");
  }

  private static void deploy(Installed consumer) {
    Peered.apply(
        consumer.cluster,
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings, namespace: shop}
        data: {whose: %1$s}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: web, namespace: shop}
        spec: {selector: {app: web}, ports: [{port: 80}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: shop, labels: {app: web}}
        spec:
          terminationGracePeriodSeconds: 0
          containers: [{name: c, image: %1$s, envFrom: [{configMapRef: {name: settings}}]}]
        """
            .formatted(consumer.id));
  }

  private static void hasItsOwn(Installed consumer, Installed paris) {
    String twin = "shop-" + consumer.id;
    soon(consumer, "shop", "pod/web", "{.status.phase}", RUNNING);
    assertThat(get(consumer, "shop", "pod/web", "{.spec.nodeName}")).isEqualTo("paris");
    soon(paris, twin, "configmap/settings", WHOSE, consumer.id);
    assertThat(get(paris, twin, "pod/web", "{.spec.containers[0].image}")).isEqualTo(consumer.id);
    assertThat(get(consumer, "shop", "pod/web", "{.status.podIP}"))
        .isEqualTo(get(paris, twin, "pod/web", "{.status.podIP}"));
    soon(
        paris,
        twin,
        "endpointslices",
        "{.items[*].endpoints[*].addresses[*]}",
        get(paris, twin, "pod/web", "{.status.podIP}"));
  }

  private static void changesStayWithTheirOwner(
      Installed milan, List<Installed> others, Installed paris) {
    List<String> before = others.stream().map(other -> uid(paris, other)).toList();
    milan.kubectl(
        "patch", "configmap/settings", "-n=shop", "-p={\"data\":{\"whose\":\"changed\"}}");
    soon(paris, "shop-milan", "configmap/settings", WHOSE, "changed");
    milan.kubectl("delete", "pod/web", "-n=shop", "--timeout=60s");
    assertThat(get(paris, "shop-milan", "pod/web", "{.metadata.name}")).isEmpty();
    deploy(milan);
    hasItsOwn(milan, paris);
    assertThat(others.stream().map(other -> uid(paris, other)).toList()).isEqualTo(before);
    others.forEach(other -> hasItsOwn(other, paris));
  }

  /** The second one is told, and nothing of it gets into the twin of the first. */
  private static void aNameThatIsTakenIsNotShared(
      Installed first, Installed second, Installed paris) {
    extend(first, "bazaar", "EnforceSameName");
    offer(second, "bazaar", "EnforceSameName");
    second.kubectl("create", "configmap", "spy", "-n=bazaar", "--from-literal=a=b");
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        second.kubectl(
                            "get",
                            "namespacemaps",
                            "-A",
                            "-o=jsonpath={.items[*].status.currentMapping.bazaar.phase}"))
                    .isEqualTo("CreationLoopBackOff"));
    assertThat(get(paris, "bazaar", "configmap/spy", "{.metadata.name}")).isEmpty();
    assertThat(
            paris.kubectl(
                "get",
                "namespace/bazaar",
                "-o=jsonpath={.metadata.labels.liqo\\.io/remote-cluster-id}"))
        .isEqualTo(first.id);
    // The place becomes free: the one who waits gets it.
    withdraw(first, "bazaar");
    soon(paris, "bazaar", "configmap/spy", "{.metadata.name}", "spy");
    withdraw(second, "bazaar");
    List.of(first, second)
        .forEach(it -> it.kubectl("delete", "namespace", "bazaar", "--wait=false"));
  }

  private static void oneLeavesAndTheOthersStay(
      Installed milan, List<Installed> others, Installed paris) {
    List<String> before = others.stream().map(other -> uid(paris, other)).toList();
    withdraw(milan, "shop");
    milan.peering(paris).part();
    assertThat(paris.kubectl("get", "namespaces", "-o=name")).doesNotContain("shop-milan");
    others.forEach(other -> hasItsOwn(other, paris));
    assertThat(others.stream().map(other -> uid(paris, other)).toList()).isEqualTo(before);
  }

  private static String uid(Installed paris, Installed consumer) {
    return get(paris, "shop-" + consumer.id, "pod/web", "{.metadata.uid}");
  }

  private static void soon(
      Installed cluster, String namespace, String object, String path, String wanted) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(get(cluster, namespace, object, path))
                    .as("%s in %s of %s", object, namespace, cluster.id)
                    .isEqualTo(wanted));
  }

  private static String get(Installed cluster, String namespace, String object, String path) {
    return cluster.kubectl(
        "get", object, "-n=" + namespace, "--ignore-not-found", "-o=jsonpath=" + path);
  }
}
