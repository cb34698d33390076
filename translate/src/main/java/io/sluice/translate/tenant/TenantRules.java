package io.sluice.translate.tenant;

import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which Tenant objects count, before anybody looks at keys and signatures (§1.3). */
public final class TenantRules {
  private TenantRules() {}

  private static final Comparator<Tenant> FIRST_COME =
      Comparator.comparing((Tenant tenant) -> tenant.getMetadata().getCreationTimestamp())
          .thenComparing(tenant -> tenant.getMetadata().getUid());

  /** What is known around a tenant. */
  public record Around(
      String home,
      @Nullable String namespaceOf,
      Collection<Tenant> tenants,
      Set<String> subjectsOfOthers) {}

  /**
   * Why this tenant is refused.
   *
   * @param around {@code namespaceOf} is the consumer that its namespace is the tenant namespace of
   */
  public static Optional<Refusal> refusal(Tenant tenant, Around around) {
    @Nullable String id = tenant.getSpec() == null ? null : tenant.getSpec().clusterID();
    Optional<Refusal> badId = ClusterIds.refusal(id, around.home(), around.subjectsOfOthers());
    if (badId.isPresent() || id == null) {
      return badId;
    }
    if (!id.equals(around.namespaceOf())) {
      return refuse(
          Reasons.WRONG_TENANT_NAMESPACE,
          "namespace %s is not the tenant namespace of %s"
              .formatted(tenant.getMetadata().getNamespace(), id));
    }
    @Nullable String label =
        Frozen.map(tenant.getMetadata().getLabels()).get(Labels.REMOTE_CLUSTER_ID);
    if (label != null && !label.equals(id)) {
      return refuse(
          Reasons.INVALID_CLUSTER_ID,
          "label %s says %s, the spec says %s".formatted(Labels.REMOTE_CLUSTER_ID, label, id));
    }
    return around.tenants().stream()
        .filter(other -> other.getSpec() != null && id.equals(other.getSpec().clusterID()))
        .min(FIRST_COME)
        .filter(first -> FIRST_COME.compare(first, tenant) < 0)
        .flatMap(
            first ->
                refuse(
                    Reasons.TENANT_EXISTS,
                    "%s is already a tenant by %s/%s"
                        .formatted(
                            id,
                            first.getMetadata().getNamespace(),
                            first.getMetadata().getName())));
  }

  private static Optional<Refusal> refuse(String reason, String message) {
    return Optional.of(new Refusal(reason, message));
  }
}
