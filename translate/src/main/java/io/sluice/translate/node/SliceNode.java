package io.sluice.translate.node;

import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ResourceQuotaSpecBuilder;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceStatus;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodeSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The virtual node that an accepted slice becomes on the consumer (SL-5). */
public final class SliceNode {
  private SliceNode() {}

  /**
   * What the virtual node should be; empty when nothing is to be done: the slice asks for none, is
   * not decided yet, or was denied later, in which case everything stays as it was.
   *
   * @param identity the credentials that belong to the slice, null while there are none
   */
  public static Optional<VirtualNode> of(ResourceSlice slice, @Nullable Identity identity) {
    ResourceSliceStatus status = slice.getStatus();
    String secret = secret(identity);
    boolean ready =
        wantsNode(slice)
            && slice.getMetadata().getDeletionTimestamp() == null
            && status != null
            && accepted(status, SliceConditionType.AUTHENTICATION)
            && accepted(status, SliceConditionType.RESOURCES);
    return ready && status != null && secret != null
        ? Optional.of(virtualNode(slice, status, secret))
        : Optional.empty();
  }

  private static boolean wantsNode(ResourceSlice slice) {
    String value =
        Frozen.map(slice.getMetadata().getAnnotations())
            .getOrDefault(Annotations.CREATE_VIRTUAL_NODE, "");
    return !value.isEmpty() && !value.equalsIgnoreCase(Labels.FALSE);
  }

  private static boolean accepted(ResourceSliceStatus status, SliceConditionType type) {
    return status.conditions().stream()
        .anyMatch(
            condition -> condition.type() == type && condition.status() == SliceVerdict.ACCEPTED);
  }

  private static @Nullable String secret(@Nullable Identity identity) {
    return identity == null
            || identity.getStatus() == null
            || identity.getStatus().kubeconfigSecretRef() == null
        ? null
        : identity.getStatus().kubeconfigSecretRef().getName();
  }

  private static VirtualNode virtualNode(
      ResourceSlice slice, ResourceSliceStatus status, String secret) {
    String provider = slice.getSpec().providerClusterID();
    Map<String, String> labels = new LinkedHashMap<>(status.nodeLabels());
    if (provider != null) {
      labels.put(Labels.REMOTE_CLUSTER_ID, provider);
    }
    VirtualNode virtualNode = new VirtualNode();
    virtualNode.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(slice.getMetadata().getNamespace())
            .withName(slice.getMetadata().getName())
            .addToLabels(Labels.RESOURCE_SLICE_NAME, slice.getMetadata().getName())
            .addToLabels(provider == null ? Map.of() : Map.of(Labels.REMOTE_CLUSTER_ID, provider))
            .addNewOwnerReference()
            .withApiVersion(slice.getApiVersion())
            .withKind(slice.getKind())
            .withName(slice.getMetadata().getName())
            .withUid(slice.getMetadata().getUid())
            .withController(true)
            .withBlockOwnerDeletion(true)
            .endOwnerReference()
            .build());
    virtualNode.setSpec(
        new VirtualNodeSpec(
            provider,
            null,
            patch(status),
            null,
            null,
            new LocalObjectReference(secret),
            List.of(),
            new ResourceQuotaSpecBuilder().withHard(status.resources()).build(),
            labels,
            Map.of(),
            List.of(),
            status.storageClasses(),
            status.ingressClasses(),
            status.loadBalancerClasses(),
            null));
    return virtualNode;
  }

  private static @Nullable OffloadingPatch patch(ResourceSliceStatus status) {
    return status.nodeSelector().isEmpty()
        ? null
        : new OffloadingPatch(List.of(), List.of(), status.nodeSelector(), List.of(), null, null);
  }
}
