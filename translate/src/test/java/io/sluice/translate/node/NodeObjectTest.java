package io.sluice.translate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeRuntimeHandlerBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeObjectTest {
  @Test
  void carriesTheLabelsOfAVirtualNode() {
    Node node =
        NodeObject.of(
            VirtualNodes.with(Map.of("tier", "spot")), VirtualNodes.KUBELET, LentFacts.UNKNOWN);

    assertThat(node.getMetadata().getLabels())
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("kubernetes.io/hostname", "vn"),
                Map.entry("kubernetes.io/role", "agent"),
                Map.entry("kubernetes.io/os", "linux"),
                Map.entry("kubernetes.io/arch", "amd64"),
                Map.entry("liqo.io/type", "virtual-node"),
                Map.entry("type", "virtual-kubelet"),
                Map.entry("liqo.io/remote-cluster-id", "milan"),
                Map.entry("node.kubernetes.io/exclude-from-external-load-balancers", "true"),
                Map.entry("alpha.service-controller.kubernetes.io/exclude-balancer", "true"),
                Map.entry("node.kubernetes.io/exclude-disruption", "true"),
                Map.entry("topology.kubernetes.io/zone", "milan"),
                Map.entry("topology.kubernetes.io/region", "milan"),
                Map.entry("storage.liqo.io/available", "false"),
                Map.entry("extra", "label"),
                Map.entry("tier", "spot")));
  }

  @Test
  void aZoneIsAlwaysThatOfTheProvider() {
    assertThat(zone("eu-1a")).isEqualTo("milan.eu-1a");
    assertThat(zone("z".repeat(58))).isEqualTo("milan");
  }

  @Test
  void theProviderCannotChangeWhatIdentifiesTheNode() {
    Node node =
        NodeObject.of(
            VirtualNodes.with(Map.of("liqo.io/type", "real", "kubernetes.io/hostname", "worker-1")),
            VirtualNodes.KUBELET,
            LentFacts.UNKNOWN);

    assertThat(node.getMetadata().getLabels())
        .containsEntry("liqo.io/type", "virtual-node")
        .containsEntry("kubernetes.io/hostname", "vn");
  }

  @Test
  void theTaintThatRepelsPodsCanBeSoftened() {
    Taint soft =
        new TaintBuilder()
            .withKey("virtual-node.liqo.io/not-allowed")
            .withEffect("PreferNoSchedule")
            .build();
    Node node =
        NodeObject.of(VirtualNodes.with(List.of(soft)), VirtualNodes.KUBELET, LentFacts.UNKNOWN);

    assertThat(node.getSpec().getTaints()).containsExactly(soft);
  }

  @Test
  void repelsPodsAndIsForeignToEveryCloud() {
    Taint own = new TaintBuilder().withKey("gpu").withEffect("NoSchedule").build();
    Node node =
        NodeObject.of(VirtualNodes.with(List.of(own)), VirtualNodes.KUBELET, LentFacts.UNKNOWN);

    assertThat(node.getSpec().getTaints())
        .containsExactly(
            own,
            new TaintBuilder()
                .withKey("virtual-node.liqo.io/not-allowed")
                .withValue("true")
                .withEffect("NoExecute")
                .build());
    assertThat(node.getSpec().getProviderID()).isEqualTo("sluice://milan/vn");
    assertThat(node.getMetadata().getAnnotations())
        .doesNotContainKey("volumes.kubernetes.io/controller-managed-attach-detach");
  }

  @Test
  void capacityAndAllocatableAreTheQuota() {
    Node node =
        NodeObject.of(
            VirtualNodes.lending(Map.of("cpu", "4", "nvidia.com/gpu", "1")),
            VirtualNodes.KUBELET,
            LentFacts.UNKNOWN);

    assertThat(node.getStatus().getCapacity())
        .isEqualTo(Map.of("cpu", new Quantity("4"), "nvidia.com/gpu", new Quantity("1")));
    assertThat(node.getStatus().getAllocatable()).isEqualTo(node.getStatus().getCapacity());
    assertThat(node.getStatus().getNodeInfo().getKubeletVersion()).isEqualTo("v1.36.3");
    assertThat(node.getStatus().getDaemonEndpoints().getKubeletEndpoint().getPort())
        .isEqualTo(10250);
    assertThat(node.getStatus().getAddresses())
        .extracting("type", "address")
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("InternalIP", "10.0.0.7"),
            org.assertj.core.groups.Tuple.tuple("InternalIP", "fd00::7"));
  }

  @Test
  void promisesOnlyWhatEveryLentNodeKeeps() {
    Node one = lent("amd64", List.of("A", "B", "ExtendWebSocketsToKubelet"), "runc", "gvisor");
    Node other = lent("amd64", List.of("B", "C", "ExtendWebSocketsToKubelet"), "runc");

    LentFacts facts = LentFacts.of(List.of(one, other));

    assertThat(facts.features()).containsExactly("B");
    assertThat(facts.handlers()).extracting("name").containsExactly("runc");
    assertThat(facts.architectures()).isEqualTo(Set.of("amd64"));
    assertThat(LentFacts.of(List.of()).features()).isEmpty();
  }

  @Test
  void mixedArchitecturesAreNotLabelledAsOne() {
    LentFacts mixed =
        LentFacts.of(List.of(lent("amd64", List.of(), "runc"), lent("arm64", List.of(), "runc")));

    Node node = NodeObject.of(VirtualNodes.with(Map.of()), VirtualNodes.KUBELET, mixed);

    assertThat(node.getMetadata().getLabels()).doesNotContainKey("kubernetes.io/arch");
    assertThat(node.getStatus().getNodeInfo().getArchitecture()).isEqualTo("amd64");
  }

  private static String zone(String suggested) {
    return NodeObject.of(
            VirtualNodes.with(Map.of("topology.kubernetes.io/zone", suggested)),
            VirtualNodes.KUBELET,
            LentFacts.UNKNOWN)
        .getMetadata()
        .getLabels()
        .getOrDefault("topology.kubernetes.io/zone", "");
  }

  private static Node lent(String architecture, List<String> features, String... handlers) {
    return new NodeBuilder()
        .withNewStatus()
        .withNewNodeInfo()
        .withArchitecture(architecture)
        .endNodeInfo()
        .withDeclaredFeatures(features)
        .withRuntimeHandlers(
            List.of(handlers).stream()
                .map(name -> new NodeRuntimeHandlerBuilder().withName(name).build())
                .toList())
        .endStatus()
        .build();
  }
}
