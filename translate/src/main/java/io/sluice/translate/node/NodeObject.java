package io.sluice.translate.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeAddressBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodeSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The Node of a virtual node, without its conditions (NODE-1…NODE-4). */
public final class NodeObject {
  /** The operating system that every virtual node says it has. */
  public static final String SYSTEM = "linux";

  private NodeObject() {}

  private static final int LONGEST_LABEL = 63;

  public static Node of(VirtualNode virtualNode, KubeletFacts kubelet, LentFacts lent) {
    VirtualNodeSpec spec = virtualNode.getSpec();
    String name = virtualNode.getMetadata().getName();
    String provider = spec.clusterID() == null ? name : spec.clusterID();
    Map<String, String> labels = labels(name, provider, spec, kubelet, lent);
    Map<String, String> annotations = new LinkedHashMap<>(kubelet.annotations());
    annotations.putAll(spec.annotations());
    List<Taint> taints = taints(spec);
    annotations.put(Annotations.APPLIED_KEYS, applied(labels, annotations, taints).toString());
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(labels)
        .withAnnotations(annotations)
        .endMetadata()
        .withNewSpec()
        .withTaints(taints)
        // A scheme no cloud knows: its controllers leave the node alone (T-15).
        .withProviderID("sluice://" + provider + "/" + name)
        .endSpec()
        .withStatus(status(spec, kubelet, lent))
        .build();
  }

  private static Map<String, String> labels(
      String name, String provider, VirtualNodeSpec spec, KubeletFacts kubelet, LentFacts lent) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(Labels.OS, SYSTEM);
    if (lent.architectures().size() == 1) {
      labels.put(Labels.ARCH, lent.architectures().iterator().next());
    }
    labels.put(Labels.ROLE, Labels.ROLE_AGENT);
    labels.putAll(kubelet.labels());
    spec.labels()
        .forEach(
            (key, value) -> {
              if (!LentLabels.isFact(key)) { // those are said by the status (D-12)
                labels.put(key, value);
              }
            });
    // What identifies the node and keeps the cluster healthy is not for the provider to say.
    labels.put(Labels.ZONE, ofProvider(provider, spec.labels().get(Labels.ZONE)));
    labels.put(Labels.REGION, ofProvider(provider, spec.labels().get(Labels.REGION)));
    labels.put(Labels.HOSTNAME, name);
    labels.put(Labels.TYPE, Labels.TYPE_VIRTUAL_NODE);
    labels.put(Labels.KUBELET_TYPE, Labels.KUBELET_TYPE_VIRTUAL);
    labels.put(Labels.REMOTE_CLUSTER_ID, provider);
    labels.put(Labels.EXCLUDE_BALANCERS, Labels.TRUE);
    labels.put(Labels.EXCLUDE_BALANCER_ALPHA, Labels.TRUE);
    labels.put(Labels.EXCLUDE_DISRUPTION, Labels.TRUE);
    labels.put(Labels.STORAGE_AVAILABLE, String.valueOf(!spec.storageClasses().isEmpty()));
    return labels;
  }

  /**
   * Never the bare zone of the provider: local zonal volumes would match it. Never none: a node
   * without a zone switches topology hints off for the whole cluster (T-18).
   */
  private static String ofProvider(String provider, @Nullable String place) {
    String qualified = place == null || place.isEmpty() ? provider : provider + "." + place;
    return qualified.length() <= LONGEST_LABEL ? qualified : provider;
  }

  /**
   * NODE-3: our own taint beside the given ones. One of the same key takes its place: a cluster
   * that has no other nodes softens it, or what asks for untainted nodes finds none.
   */
  private static List<Taint> taints(VirtualNodeSpec spec) {
    List<Taint> taints = new ArrayList<>(spec.taints());
    if (taints.stream().anyMatch(taint -> Names.TAINT_NOT_ALLOWED.equals(taint.getKey()))) {
      return taints;
    }
    taints.add(
        new TaintBuilder()
            .withKey(Names.TAINT_NOT_ALLOWED)
            .withValue(Labels.TRUE)
            .withEffect("NoExecute")
            .build());
    return taints;
  }

  private static AppliedKeys applied(
      Map<String, String> labels, Map<String, String> annotations, List<Taint> taints) {
    Set<String> annotationKeys = new TreeSet<>(annotations.keySet());
    return new AppliedKeys(
        labels.keySet(),
        annotationKeys,
        taints.stream().map(AppliedKeys::key).collect(Collectors.toSet()));
  }

  private static NodeStatus status(VirtualNodeSpec spec, KubeletFacts kubelet, LentFacts lent) {
    Map<String, Quantity> quota =
        spec.resourceQuota() == null ? Map.of() : Frozen.map(spec.resourceQuota().getHard());
    return new NodeStatusBuilder()
        .withCapacity(quota)
        .withAllocatable(quota)
        .withAddresses(kubelet.addresses().stream().map(NodeObject::internal).toList())
        .withNewDaemonEndpoints()
        .withNewKubeletEndpoint(kubelet.port())
        .endDaemonEndpoints()
        .withNewNodeInfo()
        .withKubeletVersion(kubelet.version())
        .withOperatingSystem(SYSTEM)
        .withArchitecture(lent.architectures().stream().sorted().findFirst().orElse(""))
        .endNodeInfo()
        .withImages(spec.images())
        .withDeclaredFeatures(lent.features())
        .withRuntimeHandlers(lent.handlers())
        .build();
  }

  private static NodeAddress internal(String address) {
    return new NodeAddressBuilder().withType("InternalIP").withAddress(address).build();
  }
}
