package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.IdentitySpec;
import io.sluice.api.authentication.IdentityType;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import org.jspecify.annotations.Nullable;

/** Identities as they are made: what a provider issued, kept where this cluster looks for it. */
public final class Identities {
  private Identities() {}

  /**
   * What a consumer is to this provider's control plane (§1.3, step 7).
   *
   * @param namespace tenant namespace in this cluster
   * @param remoteNamespace tenant namespace in the provider
   */
  public static Identity controlPlane(
      String namespace, String provider, AuthParams params, @Nullable String remoteNamespace) {
    Identity identity = new Identity();
    identity.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(Names.CONTROL_PLANE_IDENTITY_PREFIX + provider)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
            .build());
    identity.setSpec(
        new IdentitySpec(provider, IdentityType.CONTROL_PLANE, params, remoteNamespace));
    return identity;
  }

  /** What the kubelet of one slice is to the provider (§2.2, step 6). */
  static Identity ofSlice(ResourceSlice slice, String provider, AuthParams params) {
    Identity identity = new Identity();
    identity.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(slice.getMetadata().getNamespace())
            .withName(nameOf(slice))
            .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
            .addToLabels(Labels.RESOURCE_SLICE_NAME, slice.getMetadata().getName())
            .withOwnerReferences(owner(slice))
            .build());
    identity.setSpec(new IdentitySpec(provider, IdentityType.RESOURCE_SLICE, params, null));
    return identity;
  }

  static String nameOf(ResourceSlice slice) {
    return Names.SLICE_IDENTITY_PREFIX + slice.getMetadata().getName();
  }

  static OwnerReference owner(CustomResource<?, ?> object) {
    return new OwnerReferenceBuilder()
        .withApiVersion(object.getApiVersion())
        .withKind(object.getKind())
        .withName(object.getMetadata().getName())
        .withUid(object.getMetadata().getUid())
        .build();
  }
}
