package io.sluice.manager.consumer.virtualnodes;

import static io.sluice.api.offloading.VirtualNodePart.NODE;
import static io.sluice.api.offloading.VirtualNodePart.VIRTUAL_KUBELET;
import static io.sluice.api.offloading.VirtualNodeState.CREATING;
import static io.sluice.api.offloading.VirtualNodeState.DRAINING;
import static io.sluice.api.offloading.VirtualNodeState.NONE;
import static io.sluice.api.offloading.VirtualNodeState.RUNNING;
import static io.sluice.manager.consumer.virtualnodes.Fleet.SOON;
import static io.sluice.manager.consumer.virtualnodes.Fleet.VIRTUAL_NODES;
import static io.sluice.manager.consumer.virtualnodes.Fleet.ref;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VkOptionsTemplate;
import io.sluice.api.offloading.VkOptionsTemplateSpec;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of virtual nodes (§2.2, §2.8) on a real API server with real processes. */
@NeedsClusters("home")
class VirtualNodeApiTest {
  @TempDir private static Path folder;
  private static Fleet fleet;

  @BeforeAll
  static void start(Cluster home) {
    fleet = new Fleet(home, folder);
    fleet.home.namespace("t-drain", Map.of());
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void aVirtualNodeGetsAKubeletAnIdentityAndItsProviderAMap(Cluster home) throws IOException {
    fleet.virtualNode("paris", "paris", Map.of());
    fleet.awaitState(ref("paris", "paris"), VIRTUAL_KUBELET, RUNNING);
    fleet.awaitState(ref("paris", "paris"), NODE, CREATING);

    assertThat(fleet.exists(ServiceAccount.class, ref("paris", "paris"))).isTrue();
    NamespaceMap map = fleet.home.api().get(Kind.of(NamespaceMap.class), ref("paris", "paris"));
    assertThat(map.getMetadata().getLabels())
        .containsEntry(Labels.REPLICATION, Labels.TRUE)
        .containsEntry(Labels.REMOTE_ID, "paris");
    Path own = folder.resolve("liqo-tenant-paris").resolve("paris");
    await().atMost(SOON).until(() -> read(own.resolve("kubelet.log")).contains("--nodename=paris"));
    assertThat(read(own.resolve("kubelet.log")))
        .contains("--home-kubeconfig=" + own.resolve("home.kubeconfig"))
        .contains("--node-ip=" + home.machineAddress()); // where the API server looks for it
    assertThat(read(own.resolve("home.kubeconfig"))).contains("home.token").doesNotContain("eyJ");

    fleet.node("paris", "paris");
    fleet.awaitState(ref("paris", "paris"), NODE, RUNNING);

    fleet
        .home
        .api()
        .patch(
            VIRTUAL_NODES,
            ref("paris", "paris"),
            Patch.merge(Map.of("spec", Map.of("createNode", false))));
    fleet.awaitGone(Node.class, Ref.cluster("paris"));
    fleet.awaitState(ref("paris", "paris"), NODE, NONE);
    assertThat(read(own.resolve("kubelet.log"))).contains("--create-node=false");
  }

  /** Active and passive: the others wait for the lease of the first, each under its own name. */
  @Test
  void asManyKubeletsRunAsTheTemplateSays() throws IOException {
    fleet.tenantNamespace("turin");
    VkOptionsTemplate template = new VkOptionsTemplate();
    template.setMetadata(
        new ObjectMetaBuilder().withNamespace("liqo-tenant-turin").withName("pair").build());
    template.setSpec(
        Json.convert(
            Map.of(
                "createNode", true,
                "disableNetworkCheck", true,
                "metricsEnabled", false,
                "containerImage", "sluice",
                "replicas", 2),
            VkOptionsTemplateSpec.class));
    fleet.home.create(template);
    fleet.virtualNode("turin", "turin", Map.of("vkOptionsTemplateRef", Map.of("name", "pair")));

    Path own = folder.resolve("liqo-tenant-turin").resolve("turin");
    await().atMost(SOON).until(() -> !read(own.resolve("kubelet.pid")).isEmpty());
    await().atMost(SOON).until(() -> !read(own.resolve("1").resolve("kubelet.pid")).isEmpty());
    assertThat(read(own.resolve("1").resolve("kubelet.log"))).contains("--nodename=turin");

    fleet
        .home
        .api()
        .patch(
            Kind.of(VkOptionsTemplate.class),
            Ref.of(template),
            Patch.merge(Map.of("spec", Map.of("replicas", 1))));
    String first = read(own.resolve("kubelet.pid"));
    await().atMost(SOON).until(() -> read(own.resolve("1").resolve("kubelet.pid")).isEmpty());
    assertThat(read(own.resolve("kubelet.pid"))).as("the first is not disturbed").isEqualTo(first);
  }

  @Test
  void aNodeThatIsStuckHoldsUpNobodyElse() {
    VirtualNode stuck = running("vienna");
    VirtualNode free = running("zagreb");
    Pod guarded = fleet.runningPod("t-drain", "guarded", "vienna");
    Pod plain = fleet.runningPod("t-drain", "plain", "zagreb");
    PodDisruptionBudget budget = budget("guarded");

    fleet.delete(stuck);
    fleet.delete(free);

    fleet.awaitState(ref("vienna", "vienna"), NODE, DRAINING);
    await().atMost(SOON).until(() -> isTerminating(plain));
    force(plain);
    fleet.awaitGone(VirtualNode.class, ref("zagreb", "zagreb"));
    fleet.awaitGone(Node.class, Ref.cluster("zagreb"));
    fleet.awaitGone(NamespaceMap.class, ref("zagreb", "zagreb"));
    fleet.awaitGone(ServiceAccount.class, ref("zagreb", "zagreb"));

    assertThat(isTerminating(guarded)).isFalse();
    VirtualNode held = fleet.home.api().get(VIRTUAL_NODES, ref("vienna", "vienna"));
    assertThat(held.getStatus().conditions())
        .anySatisfy(
            condition ->
                assertThat(condition.message()).contains("t-drain/guarded", "disruption budget"));
    assertThat(fleet.find(Node.class, Ref.cluster("vienna")))
        .satisfies(node -> assertThat(node.getSpec().getUnschedulable()).isTrue());

    fleet
        .home
        .api()
        .delete(
            Kind.of(PodDisruptionBudget.class),
            Ref.of(budget),
            budget.getMetadata().getUid(),
            null);
    await().atMost(SOON).until(() -> isTerminating(guarded));
    force(guarded);
    fleet.awaitGone(VirtualNode.class, ref("vienna", "vienna"));
  }

  @Test
  void podsOfAProviderThatIsGoneAreNotWaitedFor() {
    VirtualNode dead = fleet.virtualNode("atlantis", "atlantis", Map.of());
    fleet.node("atlantis", "atlantis");
    fleet.awaitState(ref("atlantis", "atlantis"), NODE, RUNNING);
    Pod drowned = fleet.runningPod("t-drain", "drowned", "atlantis");

    fleet.delete(dead);

    fleet.awaitGone(VirtualNode.class, ref("atlantis", "atlantis"));
    fleet.awaitGone(Pod.class, Ref.of(drowned));
  }

  @Test
  void theMapGoesWithTheLastVirtualNodeOnly() {
    fleet.peer("lyon");
    VirtualNode first = fleet.virtualNode("lyon", "lyon-cpu", Map.of());
    VirtualNode second = fleet.virtualNode("lyon", "lyon-gpu", Map.of());
    fleet.awaitState(ref("lyon", "lyon-cpu"), VIRTUAL_KUBELET, RUNNING);
    fleet.awaitState(ref("lyon", "lyon-gpu"), VIRTUAL_KUBELET, RUNNING);

    fleet.delete(first);
    fleet.awaitGone(VirtualNode.class, ref("lyon", "lyon-cpu"));
    assertThat(fleet.exists(NamespaceMap.class, ref("lyon", "lyon"))).isTrue();

    fleet.delete(second);
    fleet.awaitGone(NamespaceMap.class, ref("lyon", "lyon"));
  }

  @Test
  void aRealNodeIsNeverTakenOver() {
    fleet.virtualNode("trojan", "home-kwok-0", Map.of());

    await()
        .atMost(SOON)
        .until(
            () -> {
              VirtualNode now = fleet.home.api().get(VIRTUAL_NODES, ref("trojan", "home-kwok-0"));
              return now.getStatus() != null
                  && now.getStatus().conditions().stream()
                      .anyMatch(it -> String.valueOf(it.message()).contains("not virtual"));
            });
    assertThat(fleet.exists(ServiceAccount.class, ref("trojan", "home-kwok-0"))).isFalse();
  }

  private static VirtualNode running(String name) {
    fleet.peer(name);
    VirtualNode virtualNode = fleet.virtualNode(name, name, Map.of());
    fleet.node(name, name);
    fleet.awaitState(ref(name, name), NODE, RUNNING);
    return virtualNode;
  }

  private static PodDisruptionBudget budget(String app) {
    PodDisruptionBudget budget =
        fleet.home.create(
            new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withNamespace("t-drain")
                .withName(app)
                .endMetadata()
                .withNewSpec()
                .withMinAvailable(new IntOrString(1))
                .withNewSelector()
                .addToMatchLabels("app", app)
                .endSelector()
                .endSpec()
                .build());
    await()
        .atMost(SOON)
        .until(
            () -> {
              PodDisruptionBudget now = fleet.find(PodDisruptionBudget.class, Ref.of(budget));
              return now != null
                  && now.getStatus() != null
                  && Integer.valueOf(1).equals(now.getStatus().getCurrentHealthy());
            });
    return budget;
  }

  private static boolean isTerminating(Pod pod) {
    Pod now = fleet.find(Pod.class, Ref.of(pod));
    return now == null || now.getMetadata().getDeletionTimestamp() != null;
  }

  /** The kubelet's last word. */
  private static void force(Pod pod) {
    fleet.home.api().delete(Fleet.PODS, Ref.of(pod), pod.getMetadata().getUid(), 0L);
  }

  private static String read(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }
}
