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
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole plane, as a user meets it: a cluster that borrows from two others, an ordinary
 * Deployment, ordinary schedulers, and everything taken back in the end.
 */
@NeedsClusters({"italy", "france", "norway"}) // its own: others leave kubelets behind at home
class SixStepsE2ETest {
  private static final Map<String, Quantity> WANTED =
      Map.of("cpu", new Quantity("4"), "memory", new Quantity("4Gi"), "pods", new Quantity("20"));

  @Test
  void aDeploymentRunsAtHomeAndInTwoOtherClustersAndGoesWithoutATrace(
      Cluster italy, Cluster france, Cluster norway, @TempDir Path folder) {
    try (Installed milan = new Installed(italy, "milan", folder.resolve("milan"));
        Installed paris = new Installed(france, "paris", folder.resolve("paris"));
        Installed oslo = new Installed(norway, "oslo", folder.resolve("oslo"))) {
      List<Installed> providers = List.of(paris, oslo);

      providers.forEach(provider -> milan.peering(provider).join());
      providers.forEach(provider -> milan.borrowing().ask(provider.id, provider.id, WANTED, true));
      providers.forEach(
          provider ->
              milan.kubectl("wait", "--for=create", "node/" + provider.id, "--timeout=60s"));
      milan.kubectl("wait", "--for=condition=Ready", "node", "--all", "--timeout=60s");
      new Capacity(milan, paris).followsTheSliceBothWays("4", "6");
      milan.kubectl("create", "namespace", "shop");
      extend(milan);

      // 1. A user requests the execution of new pods, through a higher level abstraction.
      deploy(milan);
      milan.kubectl("rollout", "status", "deployment/web", "-n", "shop", "--timeout=90s");

      // 2. The scheduler of the local cluster has bound some of them to virtual nodes.
      Set<String> nodes = nodesOf(milan, "shop");
      assertThat(nodes).contains("paris", "oslo").anyMatch(node -> node.startsWith("italy-"));

      for (Installed provider : providers) {
        Set<String> mine = podsOn(milan, provider.id);
        assertThat(mine).isNotEmpty();
        // 3. The virtual kubelet has created the twin ShadowPods in the remote cluster.
        assertThat(names(provider, "shadowpods")).isEqualTo(mine);
        // 4. The enforcement logic there has generated the corresponding pods.
        assertThat(names(provider, "pods")).isEqualTo(mine);
        // 5. The scheduler of the remote cluster has bound them to nodes of its own.
        assertThat(nodesOf(provider, "shop-milan"))
            .allMatch(node -> node.startsWith(provider.cluster.name() + "-"));
        // 6. The local status is aligned with the remote one.
        for (String pod : mine) {
          assertThat(podIp(milan, "shop", pod)).isEqualTo(podIp(provider, "shop-milan", pod));
        }
      }

      assertThat(Workloads.statefulSet(milan)).contains("paris", "oslo");
      Workloads.jobThatMustNotBeTriedAgain(milan, paris);

      // Manager and kubelets come back: what runs does not notice, what is new is run.
      Set<String> before = uids(milan);
      milan.restartManager();
      milan.kubectl("scale", "deployment/web", "-n", "shop", "--replicas=16");
      milan.kubectl("rollout", "status", "deployment/web", "-n", "shop", "--timeout=120s");
      assertThat(uids(milan)).hasSize(16).containsAll(before);

      // The way back: the namespace first, what was borrowed next.
      milan.kubectl("delete", "namespaceoffloading", "offloading", "-n", "shop", "--timeout=90s");
      for (Installed provider : providers) {
        assertThat(provider.kubectl("get", "namespace", "shop-milan", "--ignore-not-found"))
            .isEmpty();
      }
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> assertThat(nodesOf(milan, "shop")).allMatch(node -> node.startsWith("italy-")));
      milan.kubectl("rollout", "status", "deployment/web", "-n", "shop", "--timeout=90s");

      providers.forEach(provider -> milan.peering(provider).part());
      for (Installed provider : providers) {
        assertThat(left(milan, "virtualnodes,namespacemaps,resourceslices,identities", provider.id))
            .isEmpty();
        assertThat(milan.kubectl("get", "node", provider.id, "--ignore-not-found")).isEmpty();
        assertThat(left(provider, "tenants,namespacemaps,resourceslices,quotas", "milan"))
            .isEmpty();
      }
    }
  }

  private static void extend(Installed consumer) {
    Peered.apply(
        consumer.cluster,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceOffloading
        metadata: {name: offloading, namespace: shop}
        spec: {podOffloadingStrategy: LocalAndRemote, namespaceMappingStrategy: DefaultName}
        """);
    consumer.awaitExtended("shop");
  }

  /** At least one on each node, whoever's it is. */
  private static void deploy(Installed consumer) {
    Peered.apply(
        consumer.cluster,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: shop}
        spec:
          replicas: 8
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              terminationGracePeriodSeconds: 0
              topologySpreadConstraints:
              - maxSkew: 1
                topologyKey: kubernetes.io/hostname
                whenUnsatisfiable: ScheduleAnyway
                labelSelector: {matchLabels: {app: web}}
              containers: [{name: web, image: pause}]
        """);
  }

  /** Where pods run; those that were aborted stay as records. */
  private static Set<String> nodesOf(Installed cluster, String namespace) {
    return words(
        cluster.kubectl(
            "get",
            "pods",
            "-n",
            namespace,
            "--field-selector=status.phase=Running",
            "-o=jsonpath={.items[*].spec.nodeName}"));
  }

  private static Set<String> uids(Installed cluster) {
    return words(
        cluster.kubectl(
            "get", "pods", "-n=shop", "-l=app=web", "-o=jsonpath={.items[*].metadata.uid}"));
  }

  private static Set<String> podsOn(Installed cluster, String node) {
    return words(
        cluster.kubectl(
            "get",
            "pods",
            "-n",
            "shop",
            "--field-selector=spec.nodeName=" + node,
            "-o=jsonpath={.items[*].metadata.name}"));
  }

  private static Set<String> names(Installed provider, String kind) {
    return words(
        provider.kubectl("get", kind, "-n", "shop-milan", "-o=jsonpath={.items[*].metadata.name}"));
  }

  private static String podIp(Installed cluster, String namespace, String pod) {
    String ip = cluster.kubectl("get", "pod", pod, "-n", namespace, "-o=jsonpath={.status.podIP}");
    assertThat(ip).isNotEmpty();
    return ip;
  }

  private static String left(Installed cluster, String kinds, String peer) {
    return cluster.kubectl("get", kinds, "-n", "liqo-tenant-" + peer, "-o=name");
  }

  private static Set<String> words(String text) {
    return new TreeSet<>(List.of(text.split("\\s+")));
  }
}
