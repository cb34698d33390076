package io.sluice.translate.tenant;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.policy.ObjectGuardrails;
import io.sluice.api.policy.PodGuardrails;
import io.sluice.api.policy.PodSecurity;
import io.sluice.api.policy.PolicyTargets;
import io.sluice.api.policy.StreamGuardrails;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.place.LabelSelectors;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which policy holds for a tenant: one that names it, else one that selects it by labels, else the
 * one for everybody, else the defaults. Of several that are equally close the first by name holds:
 * the answer must not depend on the order of a list.
 */
public final class Policies {
  private Policies() {}

  /** What holds where the provider has written no policy. */
  public static final TenantPolicySpec DEFAULT =
      new TenantPolicySpec(
          null,
          1,
          List.of(),
          PodSecurity.defaults(),
          PodGuardrails.defaults(),
          StreamGuardrails.defaults(),
          ObjectGuardrails.defaults(),
          true);

  public static TenantPolicySpec of(Tenant tenant, Collection<TenantPolicy> policies) {
    return find(tenant, policies).map(TenantPolicy::getSpec).orElse(DEFAULT);
  }

  public static Optional<TenantPolicy> find(Tenant tenant, Collection<TenantPolicy> policies) {
    return policies.stream()
        .filter(policy -> policy.getSpec() != null)
        .filter(policy -> closeness(policy, tenant) != Closeness.NOT_MEANT)
        .min(
            Comparator.comparing((TenantPolicy policy) -> closeness(policy, tenant))
                .thenComparing(policy -> policy.getMetadata().getName()));
  }

  private enum Closeness {
    BY_NAME,
    BY_LABELS,
    FOR_ALL,
    NOT_MEANT
  }

  private static Closeness closeness(TenantPolicy policy, Tenant tenant) {
    @Nullable PolicyTargets targets = policy.getSpec().tenants();
    if (targets == null || (targets.names().isEmpty() && targets.selector() == null)) {
      return Closeness.FOR_ALL;
    }
    @Nullable String id = tenant.getSpec() == null ? null : tenant.getSpec().clusterID();
    if (id != null && targets.names().contains(id)) {
      return Closeness.BY_NAME;
    }
    @Nullable LabelSelector selector = targets.selector();
    return selector != null
            && LabelSelectors.matches(selector, Frozen.map(tenant.getMetadata().getLabels()))
        ? Closeness.BY_LABELS
        : Closeness.NOT_MEANT;
  }
}
