package io.sluice.translate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.translate.node.NodeHealth.Network;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeChangeTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<NodeCondition> HEALTHY =
      new NodeHealth(true, true, Network.UP).conditions(List.of(), T0);

  @Test
  void nothingIsWrittenWhenNothingDiffers() {
    Node node = node(VirtualNodes.with(Map.of("tier", "spot")));
    Node current = there(node);

    assertThat(NodeChange.object(current, node)).isEmpty();
    assertThat(
            NodeChange.status(
                current,
                node,
                new NodeHealth(true, true, Network.UP).conditions(HEALTHY, T0.plusSeconds(60)),
                false))
        .isEmpty();
  }

  @Test
  void ownLabelsFollowAndForeignOnesStay() {
    Node before =
        new NodeBuilder(there(node(VirtualNodes.with(Map.of("tier", "spot", "old", "x")))))
            .editMetadata()
            .addToLabels("by-hand", "kept")
            .endMetadata()
            .build();

    Map<String, @Nullable Object> patch =
        NodeChange.object(before, node(VirtualNodes.with(Map.of("tier", "stable")))).orElseThrow();

    Map<String, @Nullable Object> labels = new HashMap<>();
    labels.put("tier", "stable");
    labels.put("old", null);
    assertThat(child(patch, "metadata").get("labels")).isEqualTo(labels);
    assertThat(patch).doesNotContainKey("spec");
    assertThat(child(patch, "metadata")).doesNotContainKey("resourceVersion");
  }

  @Test
  void taintsAreReplacedAsAWholeAndThereforeGuardedByTheVersion() {
    Taint notReady = taint("node.kubernetes.io/not-ready");
    Taint old = taint("old");
    Node before =
        new NodeBuilder(there(node(VirtualNodes.with(List.of(old)))))
            .editSpec()
            .addToTaints(notReady)
            .endSpec()
            .build();
    Taint gpu = taint("gpu");

    Map<String, @Nullable Object> patch =
        NodeChange.object(before, node(VirtualNodes.with(List.of(gpu)))).orElseThrow();

    assertThat(child(patch, "spec").get("taints"))
        .isEqualTo(
            List.of(
                new TaintBuilder()
                    .withKey("virtual-node.liqo.io/not-allowed")
                    .withValue("true")
                    .withEffect("NoExecute")
                    .build(),
                notReady,
                gpu));
    assertThat(child(patch, "metadata")).containsEntry("resourceVersion", "7");
  }

  @Test
  void aNodeWithoutProviderIdGetsOneAndAForeignOneIsLeft() {
    Node wanted = node(VirtualNodes.with(Map.of()));
    Node without = new NodeBuilder(there(wanted)).editSpec().withProviderID(null).endSpec().build();
    Node foreign = new NodeBuilder(there(wanted)).editSpec().withProviderID("x").endSpec().build();

    assertThat(NodeChange.object(without, wanted))
        .isEqualTo(Optional.of(Map.of("spec", Map.of("providerID", "sluice://milan/vn"))));
    assertThat(NodeChange.object(foreign, wanted)).isEmpty();
  }

  @Test
  void namesThatAreLentNoLongerDisappear() {
    Node before = there(node(VirtualNodes.lending(Map.of("cpu", "4000m", "nvidia.com/gpu", "1"))));

    Map<String, @Nullable Object> status =
        status(before, VirtualNodes.lending(Map.of("cpu", "4", "pods", "10")));

    Map<String, @Nullable Object> changes = new HashMap<>();
    changes.put("pods", new Quantity("10"));
    changes.put("nvidia.com/gpu", null);
    assertThat(status).isEqualTo(Map.of("capacity", changes, "allocatable", changes));
  }

  @Test
  void onlyConditionsThatSaySomethingNewAreWritten() {
    Node current = there(node(VirtualNodes.with(Map.of())));
    List<NodeCondition> down =
        new NodeHealth(true, false, Network.UP).conditions(HEALTHY, T0.plusSeconds(30));

    Map<String, @Nullable Object> status =
        child(
            NodeChange.status(current, node(VirtualNodes.with(Map.of())), down, false)
                .orElseThrow(),
            "status");

    assertThat(status).isEqualTo(Map.of("conditions", List.of(down.getFirst())));
  }

  @Test
  void aHeartbeatWritesAllConditions() {
    Node current = there(node(VirtualNodes.with(Map.of())));

    assertThat(NodeChange.status(current, node(VirtualNodes.with(Map.of())), HEALTHY, true))
        .isEqualTo(Optional.of(Map.of("status", Map.of("conditions", HEALTHY))));
  }

  @Test
  void theNetworkConditionGoesWhenTheNetworkIsNoLongerChecked() {
    Node current = there(node(VirtualNodes.with(Map.of())));
    List<NodeCondition> unchecked =
        new NodeHealth(true, true, Network.UNCHECKED).conditions(HEALTHY, T0);

    assertThat(NodeChange.status(current, node(VirtualNodes.with(Map.of())), unchecked, false))
        .isEqualTo(
            Optional.of(
                Map.of(
                    "status",
                    Map.of(
                        "conditions",
                        List.of(Map.of("$patch", "delete", "type", "NetworkUnavailable"))))));
  }

  @Test
  void anotherAddressReplacesTheOldOne() {
    Node wanted = node(VirtualNodes.with(Map.of()));
    Node current =
        new NodeBuilder(there(wanted))
            .editStatus()
            .withAddresses(wanted.getStatus().getAddresses().getFirst())
            .endStatus()
            .build();

    Map<String, @Nullable Object> status =
        child(NodeChange.status(current, wanted, HEALTHY, false).orElseThrow(), "status");

    List<Object> addresses = new ArrayList<>(Arrays.asList(Map.of("$patch", "replace")));
    addresses.addAll(wanted.getStatus().getAddresses());
    assertThat(status).isEqualTo(Map.of("addresses", addresses));
  }

  private static Map<String, @Nullable Object> status(Node current, VirtualNode virtualNode) {
    return child(
        NodeChange.status(current, node(virtualNode), HEALTHY, false).orElseThrow(), "status");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> child(
      Map<String, @Nullable Object> parent, String name) {
    Object child = parent.get(name);
    return child == null ? Map.of() : (Map<String, @Nullable Object>) child;
  }

  private static Node node(VirtualNode virtualNode) {
    return NodeObject.of(virtualNode, VirtualNodes.KUBELET, LentFacts.UNKNOWN);
  }

  private static Node there(Node node) {
    return new NodeBuilder(node)
        .editMetadata()
        .withResourceVersion("7")
        .endMetadata()
        .editStatus()
        .withConditions(HEALTHY)
        .endStatus()
        .build();
  }

  private static Taint taint(String key) {
    return new TaintBuilder().withKey(key).withEffect("NoSchedule").build();
  }
}
