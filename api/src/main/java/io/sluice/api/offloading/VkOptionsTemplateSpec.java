package io.sluice.api.offloading;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options that kubelets are started with. */
@Wire
public record VkOptionsTemplateSpec(
    @JsonPropertyDescription("Whether a Node is made.") @Required boolean createNode,
    @JsonPropertyDescription("Whether the node is ready without a network link.") @Required
        boolean disableNetworkCheck,
    @JsonPropertyDescription("Image of the kubelet.") @Required @JsonInclude
        @Nullable String containerImage,
    @JsonPropertyDescription("Whether the kubelet serves its own metrics.") @Required
        boolean metricsEnabled,
    @JsonPropertyDescription("Address of these metrics.") @Nullable String metricsAddress,
    @JsonPropertyDescription("Labels that stay at home.") List<String> labelsNotReflected,
    @JsonPropertyDescription("Annotations that stay at home.") List<String> annotationsNotReflected,
    @JsonPropertyDescription("How each kind is reflected.")
        Map<String, ReflectorConfig> reflectorsConfig,
    @JsonPropertyDescription("Resources of the kubelet.") @Nullable ResourceRequirements resources,
    @JsonPropertyDescription("Further arguments of the kubelet.") List<String> extraArgs,
    @JsonPropertyDescription("Annotations of the kubelet.") Map<String, String> extraAnnotations,
    @JsonPropertyDescription("Labels of the kubelet.") Map<String, String> extraLabels,
    @JsonPropertyDescription("Annotations of the node.") Map<String, String> nodeExtraAnnotations,
    @JsonPropertyDescription("Labels of the node.") Map<String, String> nodeExtraLabels,
    @JsonPropertyDescription("Kubelets per virtual node; one works, the others wait.")
        @Nullable Integer replicas,
    @JsonPropertyDescription("Secrets to pull the image with.")
        List<LocalObjectReference> imagePullSecrets,
    @JsonPropertyDescription("When the image is pulled.") @Nullable String pullPolicy,
    @JsonPropertyDescription("Tolerations of the kubelet.") List<Toleration> tolerations) {
  public VkOptionsTemplateSpec {
    labelsNotReflected = Frozen.list(labelsNotReflected);
    annotationsNotReflected = Frozen.list(annotationsNotReflected);
    extraArgs = Frozen.list(extraArgs);
    imagePullSecrets = Frozen.list(imagePullSecrets);
    tolerations = Frozen.list(tolerations);
    reflectorsConfig = Frozen.map(reflectorsConfig);
    extraAnnotations = Frozen.map(extraAnnotations);
    extraLabels = Frozen.map(extraLabels);
    nodeExtraAnnotations = Frozen.map(nodeExtraAnnotations);
    nodeExtraLabels = Frozen.map(nodeExtraLabels);
  }
}
