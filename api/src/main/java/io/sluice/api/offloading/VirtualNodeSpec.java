package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ResourceQuotaSpec;
import io.fabric8.kubernetes.api.model.Taint;
import io.sluice.api.authentication.OfferedIngressClass;
import io.sluice.api.authentication.OfferedLoadBalancerClass;
import io.sluice.api.authentication.OfferedStorageClass;
import io.sluice.api.wire.ClusterId;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The node that stands for lent resources. */
@Wire
@ValidationRule(
    value =
        "!has(oldSelf.clusterID) || (has(self.clusterID) && self.clusterID == oldSelf.clusterID)",
    message = "clusterID is immutable")
public record VirtualNodeSpec(
    @JsonPropertyDescription("ID of the provider.") @ClusterId @Nullable String clusterID,
    @JsonPropertyDescription("Deployment of the kubelet: metadata and spec as in apps/v1.")
        @SchemaFrom(type = Map.class)
        @PreserveUnknownFields
        @Nullable DeploymentTemplate template,
    @JsonPropertyDescription("What is changed in pods that go there.")
        @Nullable OffloadingPatch offloadingPatch,
    @JsonPropertyDescription("Whether a Node is made.") @Nullable Boolean createNode,
    @JsonPropertyDescription("Whether the node is ready without a network link.")
        @Nullable Boolean disableNetworkCheck,
    @JsonPropertyDescription("Secret with the kubeconfig, in the same namespace.")
        @Nullable LocalObjectReference kubeconfigSecretRef,
    @JsonPropertyDescription("Images said to be present on the node.") List<ContainerImage> images,
    @JsonPropertyDescription("Its hard limits become the capacity of the node.")
        @Nullable ResourceQuotaSpec resourceQuota,
    @JsonPropertyDescription("Labels of the node.") Map<String, String> labels,
    @JsonPropertyDescription("Annotations of the node.") Map<String, String> annotations,
    @JsonPropertyDescription("Taints of the node, beside our own.") List<Taint> taints,
    @JsonPropertyDescription("Storage classes of the provider.")
        List<OfferedStorageClass> storageClasses,
    @JsonPropertyDescription("Ingress classes of the provider.")
        List<OfferedIngressClass> ingressClasses,
    @JsonPropertyDescription("Load balancer classes of the provider.")
        List<OfferedLoadBalancerClass> loadBalancerClasses,
    @JsonPropertyDescription("Options of the kubelet; none means those of the installation.")
        @Nullable ObjectReference vkOptionsTemplateRef) {
  public VirtualNodeSpec {
    images = Frozen.list(images);
    taints = Frozen.list(taints);
    storageClasses = Frozen.list(storageClasses);
    ingressClasses = Frozen.list(ingressClasses);
    loadBalancerClasses = Frozen.list(loadBalancerClasses);
    labels = Frozen.map(labels);
    annotations = Frozen.map(annotations);
  }
}
