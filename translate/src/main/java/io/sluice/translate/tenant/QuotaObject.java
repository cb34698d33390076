package io.sluice.translate.tenant;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.offloading.Quota;
import io.sluice.api.offloading.QuotaSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import java.util.Map;
import java.util.Set;

/** The quota behind a slice that was accepted (§4.4). */
public final class QuotaObject {
  private QuotaObject() {}

  private static final Set<String> NO = Set.of("false", "False", "0");

  public static Quota of(ResourceSlice slice, String consumer, LimitsEnforcement enforcement) {
    String user = Subject.sliceUser(consumer, slice.getMetadata().getName());
    Quota quota = new Quota();
    quota.setMetadata(
        new ObjectMetaBuilder()
            .withName(user)
            .withNamespace(slice.getMetadata().getNamespace())
            .addToLabels(Labels.REMOTE_CLUSTER_ID, consumer)
            .addToOwnerReferences(
                new OwnerReferenceBuilder()
                    .withApiVersion(slice.getApiVersion())
                    .withKind(slice.getKind())
                    .withName(slice.getMetadata().getName())
                    .withUid(slice.getMetadata().getUid())
                    .withController(true)
                    .build())
            .build());
    quota.setSpec(
        new QuotaSpec(
            user,
            enforcement,
            slice.getStatus() == null ? Map.of() : slice.getStatus().resources(),
            isCordoned(slice)));
    return quota;
  }

  /** Cordoned by itself or with its tenant. */
  public static boolean isCordoned(ResourceSlice slice) {
    Map<String, String> annotations = Frozen.map(slice.getMetadata().getAnnotations());
    return isSet(annotations, Annotations.CORDON) || isSet(annotations, Annotations.CORDON_TENANT);
  }

  private static boolean isSet(Map<String, String> annotations, String key) {
    String value = annotations.get(key);
    return value != null && !NO.contains(value);
  }
}
