package io.sluice.manager.provider.namespaces;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.guard.Backstop;
import io.sluice.translate.guard.ObjectRules;
import io.sluice.translate.guard.ShadowPodRules;
import io.sluice.translate.namespaces.Retention;
import io.sluice.translate.namespaces.Twins;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.tenant.Policies;
import io.sluice.translate.tenant.SliceRules;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the provider's objects say about the twins of a map. */
record TwinRules(
    String cluster,
    Feed<Tenant> tenants,
    Feed<TenantPolicy> policies,
    Feed<ResourceSlice> slices,
    Feed<ValidatingAdmissionPolicyBinding> guards) {

  /**
   * What holds for one map.
   *
   * @param grant what the slices of its tenant may use together
   * @param isGuarded whether the admission policies of its tenant are all there
   */
  record Given(Twins twins, TenantPolicySpec policy, Amounts grant, boolean isGuarded) {
    boolean isTenant() {
      return !twins.origin().isEmpty();
    }

    ResourceQuota backstop(String namespace) {
      return Backstop.of(
          namespace, Backstop.coarse(grant), LimitsEnforcement.NONE, policy.objects());
    }

    /** Twins that have claims worth keeping, where consumer and provider both want it (D-22). */
    Set<String> retained(NamespaceMap map, Map<String, Namespace> existing) {
      Set<String> names = new TreeSet<>();
      if (policy.retainVolumes()) {
        Set<String> locals = Retention.wanted(map);
        existing.forEach(
            (name, namespace) -> {
              if (locals.contains(original(namespace))) {
                names.add(name);
              }
            });
      }
      return names;
    }

    private static String original(Namespace namespace) {
      return Frozen.map(namespace.getMetadata().getAnnotations())
          .getOrDefault(Annotations.ORIGINAL_NAME, "");
    }
  }

  /** Whose map it is says the tenant of its namespace, not the map itself. */
  Given given(NamespaceMap map) {
    Ref ref = Ref.of(map);
    Tenant tenant =
        tenants.all().stream()
            .filter(each -> Ref.of(each).namespace().equals(ref.namespace()))
            .filter(each -> each.getSpec() != null && each.getSpec().clusterID() != null)
            .findFirst()
            .orElse(null);
    String consumer =
        tenant == null || tenant.getSpec().clusterID() == null ? "" : tenant.getSpec().clusterID();
    TenantPolicySpec policy =
        tenant == null ? Policies.DEFAULT : Policies.of(tenant, policies.all());
    String level = policy.podSecurity().level().name().toLowerCase(Locale.ROOT);
    Twins twins =
        new Twins(
            ref.namespace(),
            ref.name(),
            consumer,
            Twins.podSecurity(level, policy.podSecurity().version()));
    return new Given(twins, policy, grant(ref.namespace()), isGuarded(consumer, policy));
  }

  private Amounts grant(String tenantNamespace) {
    return slices.all().stream()
        .filter(slice -> Ref.of(slice).namespace().equals(tenantNamespace))
        .filter(slice -> SliceRules.isAccepted(slice, SliceConditionType.RESOURCES))
        .map(slice -> Amounts.ofValid(slice.getStatus().resources()))
        .reduce(Amounts.NONE, Amounts::plus);
  }

  /** Fails closed: without a tenant, or with one policy missing, nobody gets any rights (D-14). */
  private boolean isGuarded(String consumer, TenantPolicySpec policy) {
    return !consumer.isEmpty()
        && Stream.concat(
                Stream.of(ShadowPodRules.NAME),
                new ObjectRules(cluster, consumer)
                    .of(policy.objects(), policy.streams()).stream()
                        .map(rule -> rule.binding().getMetadata().getName()))
            .allMatch(name -> guards.get(Ref.cluster(name)).isPresent());
  }
}
