package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the provider grants. */
@Wire
public record ResourceSliceStatus(
    @JsonPropertyDescription("Decisions of the provider.") List<SliceCondition> conditions,
    @JsonPropertyDescription("How much is granted, by resource.") @Size(max = 100)
        Map<String, Quantity> resources,
    @JsonPropertyDescription("Credentials of this slice.") @Nullable AuthParams authParams,
    @JsonPropertyDescription("Storage classes of the provider.")
        List<OfferedStorageClass> storageClasses,
    @JsonPropertyDescription("Ingress classes of the provider.")
        List<OfferedIngressClass> ingressClasses,
    @JsonPropertyDescription("Load balancer classes of the provider.")
        List<OfferedLoadBalancerClass> loadBalancerClasses,
    @JsonPropertyDescription("Labels that characterise the lent resources.")
        Map<String, String> nodeLabels,
    @JsonPropertyDescription("Node selector that offloaded pods get.")
        Map<String, String> nodeSelector) {
  public ResourceSliceStatus {
    conditions = Frozen.list(conditions);
    storageClasses = Frozen.list(storageClasses);
    ingressClasses = Frozen.list(ingressClasses);
    loadBalancerClasses = Frozen.list(loadBalancerClasses);
    resources = Frozen.map(resources);
    nodeLabels = Frozen.map(nodeLabels);
    nodeSelector = Frozen.map(nodeSelector);
  }
}
