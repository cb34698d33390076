package io.sluice.kubelet.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaSpecBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodeSpec;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.node.KubeletFacts;
import io.sluice.translate.node.LentLabels;
import io.sluice.translate.node.NodeChange;
import io.sluice.translate.node.NodeHealth;
import io.sluice.translate.node.NodeHealth.Network;
import io.sluice.translate.node.NodeObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The patches of a Node, as a real API server merges them. */
@NeedsClusters("home")
class NodeChangeApiTest {
  private static final Kind<Node> NODES = Kind.of(Node.class);
  private static final Ref VN = new Ref("", "vn-change");
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  private Api api;

  @BeforeEach
  void createTheNode(Cluster home) {
    api = new Api(Endpoint.fromKubeconfig(home.kubeconfig(), null), "test");
    api.create(
        NODES, node(Map.of("tier", "spot"), Map.of("cpu", "4", "nvidia.com/gpu", "1"), "10.0.0.7"));
    apply(
        Map.of("tier", "spot"), Map.of("cpu", "4", "nvidia.com/gpu", "1"), "10.0.0.7", Network.UP);
  }

  @AfterEach
  void deleteTheNode() {
    api.delete(NODES, VN, get().getMetadata().getUid(), null);
    api.close();
  }

  @Test
  void whatIsLentNoLongerDisappearsAndOldAddressesToo() {
    apply(Map.of("tier", "spot"), Map.of("cpu", "2"), "10.0.0.8", Network.UNCHECKED);

    Node node = get();
    assertThat(node.getStatus().getAllocatable()).isEqualTo(Map.of("cpu", new Quantity("2")));
    assertThat(node.getStatus().getCapacity()).isEqualTo(Map.of("cpu", new Quantity("2")));
    assertThat(node.getStatus().getAddresses())
        .extracting(NodeAddress::getAddress)
        .containsExactly("10.0.0.8");
    assertThat(node.getStatus().getConditions())
        .extracting(NodeCondition::getType)
        .doesNotContain("NetworkUnavailable")
        .contains("Ready");
  }

  @Test
  void labelsAndTaintsOfOthersSurvive() {
    api.patch(
        NODES, VN, Patch.strategic(Map.of("metadata", Map.of("labels", Map.of("by", "hand")))));

    apply(Map.of("tier", "stable"), Map.of("cpu", "4"), "10.0.0.7", Network.UP);

    assertThat(get().getMetadata().getLabels())
        .containsEntry("tier", "stable")
        .containsEntry("by", "hand");
    assertThat(get().getSpec().getTaints())
        .extracting(Taint::getKey)
        .contains("virtual-node.liqo.io/not-allowed");

    apply(Map.of(), Map.of("cpu", "4"), "10.0.0.7", Network.UP);

    assertThat(get().getMetadata().getLabels())
        .doesNotContainKey("tier")
        .containsEntry("by", "hand");
  }

  @Test
  void aTaintThatComesInBetweenIsNotLost() {
    Node stale = get();
    api.patch(NODES, VN, Patch.strategic(Map.of("spec", Map.of("unschedulable", true))));
    Node bare = node(Map.of("tier", "spot"), Map.of("cpu", "4"), "10.0.0.7");
    bare.getSpec().getTaints().add(new Taint("NoSchedule", "mine", null, "x"));

    assertThatThrownBy(
            () ->
                api.patch(NODES, VN, Patch.strategic(NodeChange.object(stale, bare).orElseThrow())))
        .isInstanceOfSatisfying(
            ApiFailure.class, failure -> assertThat(failure.is(Problem.CONFLICT)).isTrue());
  }

  @Test
  void aNodeThatIsAsItShouldBeNeedsNoPatch() {
    Node node = get();
    needsNoPatch(
        node, node(Map.of("tier", "spot"), Map.of("cpu", "4", "nvidia.com/gpu", "1"), "10.0.0.7"));
  }

  /** D-12: they are in the status, where schedulers and API servers look. */
  @Test
  void whatLentNodesHaveInCommonIsSaidOnceAndNotByLabels() {
    Map<String, String> labels =
        Map.of(
            "arch.sluice.io/arm64", "true",
            "feature.sluice.io/GuaranteedQoSPodCPUResize", "true",
            "handler.sluice.io/DEFAULT", "recursive-read-only-mounts",
            "handler.sluice.io/runc", "plain");
    apply(labels, Map.of("cpu", "4"), "10.0.0.7", Network.UP);

    Node node = get();
    assertThat(node.getMetadata().getLabels())
        .containsEntry("kubernetes.io/arch", "arm64")
        .doesNotContainKeys(labels.keySet().toArray(String[]::new));
    assertThat(node.getStatus().getNodeInfo().getArchitecture()).isEqualTo("arm64");
    assertThat(node.getStatus().getDeclaredFeatures()).containsExactly("GuaranteedQoSPodCPUResize");
    assertThat(node.getStatus().getRuntimeHandlers()).hasSize(2);
    needsNoPatch(node, node(labels, Map.of("cpu", "4"), "10.0.0.7"));
  }

  private static void needsNoPatch(Node node, Node wanted) {
    assertThat(NodeChange.object(node, wanted)).isEmpty();
    assertThat(
            NodeChange.status(
                node,
                wanted,
                new NodeHealth(true, true, Network.UP)
                    .conditions(node.getStatus().getConditions(), T0.plusSeconds(60)),
                false))
        .isEmpty();
  }

  private void apply(
      Map<String, String> labels, Map<String, String> quota, String address, Network network) {
    Node current = get();
    Node wanted = node(labels, quota, address);
    NodeChange.object(current, wanted)
        .ifPresent(patch -> api.patch(NODES, VN, Patch.strategic(patch)));
    NodeChange.status(
            current,
            wanted,
            new NodeHealth(true, true, network).conditions(current.getStatus().getConditions(), T0),
            false)
        .ifPresent(patch -> api.patch(NODES, VN, Patch.strategic(patch).to("status")));
  }

  private Node get() {
    return api.get(NODES, VN);
  }

  private static Node node(Map<String, String> labels, Map<String, String> quota, String address) {
    Map<String, Quantity> hard = new LinkedHashMap<>();
    quota.forEach((name, amount) -> hard.put(name, new Quantity(amount)));
    VirtualNode virtualNode = new VirtualNode();
    virtualNode.setMetadata(new ObjectMetaBuilder().withName(VN.name()).build());
    virtualNode.setSpec(
        new VirtualNodeSpec(
            "milan",
            null,
            null,
            true,
            null,
            null,
            List.of(),
            new ResourceQuotaSpecBuilder().withHard(hard).build(),
            labels,
            Map.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null));
    return NodeObject.of(
        virtualNode,
        new KubeletFacts("v1.36.3", List.of(address), 10250, Map.of(), Map.of()),
        LentLabels.read(labels));
  }
}
