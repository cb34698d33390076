package io.sluice.translate.tenant;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.offloading.Quota;
import io.sluice.api.offloading.QuotaSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the identity of a slice may use (§4.4). */
public final class SliceQuota {
  private SliceQuota() {}

  private static final Set<String> NO = Set.of("false", "False", "0");

  /**
   * The Quota of a slice whose resources were accepted. Nothing is said about others: what was
   * granted stays as it was when a later request is denied (SL-5).
   */
  public static Optional<Quota> of(
      ResourceSlice slice, TenantCondition tenant, LimitsEnforcement enforcement) {
    @Nullable String consumer =
        slice.getSpec() == null ? null : slice.getSpec().consumerClusterID();
    if (consumer == null || !SliceRules.isAccepted(slice, SliceConditionType.RESOURCES)) {
      return Optional.empty();
    }
    String user = Subject.sliceUser(consumer, slice.getMetadata().getName());
    Quota quota = new Quota();
    quota.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(slice.getMetadata().getNamespace())
            .withName(user)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, consumer)
            .withOwnerReferences(
                new OwnerReferenceBuilder()
                    .withApiVersion(slice.getApiVersion())
                    .withKind(slice.getKind())
                    .withName(slice.getMetadata().getName())
                    .withUid(slice.getMetadata().getUid())
                    .withController(true)
                    .build())
            .build());
    quota.setSpec(
        new QuotaSpec(user, enforcement, slice.getStatus().resources(), isCordoned(slice, tenant)));
    return Optional.of(quota);
  }

  /**
   * Whether new pods are refused. The tenant's own state counts, not only the annotation that shows
   * it: the consumer may edit its slices.
   */
  public static boolean isCordoned(ResourceSlice slice, TenantCondition tenant) {
    return tenant != TenantCondition.ACTIVE
        || isSet(slice, Annotations.CORDON)
        || isSet(slice, Annotations.CORDON_TENANT);
  }

  private static boolean isSet(ResourceSlice slice, String key) {
    @Nullable String value = Frozen.map(slice.getMetadata().getAnnotations()).get(key);
    return value != null && !NO.contains(value);
  }
}
