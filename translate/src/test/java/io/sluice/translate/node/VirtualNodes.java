package io.sluice.translate.node;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaSpecBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodeSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Virtual nodes named vn of the provider milan. */
final class VirtualNodes {
  private VirtualNodes() {}

  static final KubeletFacts KUBELET =
      new KubeletFacts(
          "v1.36.3",
          List.of("10.0.0.7", "fd00::7"),
          10250,
          Map.of("extra", "label"),
          Map.of("extra", "annotation"));

  static VirtualNode with(Map<String, String> labels) {
    return virtualNode(labels, List.of(), Map.of("cpu", "4", "memory", "8Gi"));
  }

  static VirtualNode with(List<Taint> taints) {
    return virtualNode(Map.of(), taints, Map.of("cpu", "4", "memory", "8Gi"));
  }

  static VirtualNode lending(Map<String, String> quota) {
    return virtualNode(Map.of(), List.of(), quota);
  }

  private static VirtualNode virtualNode(
      Map<String, String> labels, List<Taint> taints, Map<String, String> quota) {
    Map<String, Quantity> hard = new LinkedHashMap<>();
    quota.forEach((name, amount) -> hard.put(name, new Quantity(amount)));
    VirtualNode virtualNode = new VirtualNode();
    virtualNode.setMetadata(new ObjectMetaBuilder().withName("vn").build());
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
            Map.of("from", "virtual-node"),
            taints,
            List.of(),
            List.of(),
            List.of(),
            null));
    return virtualNode;
  }
}
