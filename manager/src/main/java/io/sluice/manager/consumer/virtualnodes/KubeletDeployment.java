package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VkOptionsTemplateSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Ref;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Deployment that a virtual node's kubelet runs in (VN-2). */
final class KubeletDeployment {
  private KubeletDeployment() {}

  private static final String CONTAINER = "virtual-kubelet";
  private static final int PORT = 10250;

  /** It lives beside its VirtualNode and is named after it. */
  static Ref ref(Ref virtualNode) {
    return new Ref(virtualNode.namespace(), "vk-" + virtualNode.name());
  }

  static Deployment of(KubeletOrder order) {
    VirtualNode virtualNode = order.virtualNode();
    VkOptionsTemplateSpec options = order.options();
    Map<String, String> selector = selector(virtualNode);
    Map<String, String> labels = new HashMap<>(options.extraLabels());
    labels.putAll(selector);
    labels.put(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE);
    Map<String, String> annotations = new HashMap<>(options.extraAnnotations());
    annotations.put(Annotations.OFFLOADING_PATCH_HASH, order.fingerprint());
    return new DeploymentBuilder()
        .withNewMetadata()
        .withNamespace(order.ref().namespace())
        .withName(ref(order.ref()).name())
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withReplicas(options.replicas() == null ? 1 : options.replicas())
        .withNewSelector()
        .withMatchLabels(selector)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .withAnnotations(annotations)
        .endMetadata()
        .withNewSpec()
        .withServiceAccountName(order.ref().name())
        .withAutomountServiceAccountToken(true)
        .withImagePullSecrets(options.imagePullSecrets())
        .withTolerations(options.tolerations())
        .withContainers(container(order))
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static Container container(KubeletOrder order) {
    VkOptionsTemplateSpec options = order.options();
    List<String> arguments = new ArrayList<>(List.of("kubelet"));
    arguments.addAll(order.arguments());
    arguments.add("--node-ip=$(POD_IP)");
    String policy = options.pullPolicy();
    return new ContainerBuilder()
        .withName(CONTAINER)
        .withImage(options.containerImage())
        .withImagePullPolicy(policy == null ? "IfNotPresent" : policy)
        .withArgs(arguments)
        .withEnv(
            field("POD_NAME", "metadata.name"),
            field("POD_NAMESPACE", "metadata.namespace"),
            field("POD_IP", "status.podIP"),
            new EnvVarBuilder().withName("VIRTUALNODE_NAME").withValue(order.ref().name()).build())
        .addNewPort()
        .withName("kubelet")
        .withContainerPort(PORT)
        .endPort()
        .withResources(options.resources())
        .withNewSecurityContext()
        .withAllowPrivilegeEscalation(false)
        .withRunAsNonRoot(true)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .withNewSeccompProfile(null, "RuntimeDefault")
        .endSecurityContext()
        .build();
  }

  private static Map<String, String> selector(VirtualNode virtualNode) {
    @Nullable String provider = virtualNode.getSpec().clusterID();
    return Map.of(
        Labels.COMPONENT,
        Labels.COMPONENT_VIRTUAL_KUBELET,
        Labels.REMOTE_CLUSTER_ID,
        provider == null ? "" : provider,
        Labels.VIRTUAL_NODE,
        virtualNode.getMetadata().getName());
  }

  private static EnvVar field(String name, String path) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewFieldRef(null, path)
        .endValueFrom()
        .build();
  }
}
