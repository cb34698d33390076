package io.sluice.translate.tenant;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.authentication.AuthzPolicy;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.authentication.ResourceSliceStatus;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.authentication.TenantSpec;
import io.sluice.api.vocab.Labels;
import java.util.List;
import java.util.Map;

/** Tenants and slices for the tables of this package. */
final class Objects {
  private Objects() {}

  static Tenant tenant(String namespace, String id, String created) {
    Tenant tenant = new Tenant();
    tenant.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(id)
            .withUid(namespace + created)
            .withCreationTimestamp(created)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, id)
            .build());
    tenant.setSpec(
        new TenantSpec(
            id, AuthzPolicy.KEYS_EXCHANGE, null, null, null, null, TenantCondition.ACTIVE));
    return tenant;
  }

  static ResourceSlice slice(String consumer) {
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("liqo-tenant-" + consumer)
            .withName("big")
            .withUid("u1")
            .addToLabels(Labels.REPLICATED, Labels.TRUE)
            .addToLabels(Labels.ORIGIN_ID, consumer)
            .build());
    slice.setSpec(new ResourceSliceSpec(consumer, "away", Map.of(), null, null));
    return slice;
  }

  static ResourceSlice decided(SliceVerdict verdict, String reason) {
    ResourceSlice slice = slice("home");
    slice.setStatus(
        new ResourceSliceStatus(
            List.of(new SliceCondition(SliceConditionType.RESOURCES, verdict, reason, "", null)),
            Map.of("cpu", new Quantity("4")),
            null,
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            Map.of()));
    return slice;
  }
}
