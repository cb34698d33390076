package io.sluice.manager.provider.guard;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.guard.Keeper;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.translate.guard.AdmissionRule;
import io.sluice.translate.guard.ObjectRules;
import io.sluice.translate.guard.ShadowPodRules;
import io.sluice.translate.tenant.Policies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Keeps the admission policies of this provider as they should be: those for all tenants, and for
 * each tenant those that its TenantPolicy leads to. A policy that somebody changes or deletes is
 * put back; those of a tenant stay as long as one of its twins does.
 *
 * <p>The API server evaluates them, so they hold while no process of ours runs. None has a
 * parameter, so there is no kind whose absence would refuse everything (T-29).
 */
public final class GuardController implements Controller {
  private static final String ALL = "all";
  private static final Duration GATHER = Duration.ofMillis(50);

  private final Api api;
  private final String cluster;
  private final Loop<String> loop =
      new Loop<>("guard", key -> reconcile(), Failures.logged("guard"));
  private final Feed<Tenant> tenants;
  private final Feed<TenantPolicy> tenantPolicies;
  private final Feed<Namespace> twins;
  private final Feed<ValidatingAdmissionPolicy> policies;
  private final Feed<ValidatingAdmissionPolicyBinding> bindings;
  private final Feed<MutatingAdmissionPolicy> stamps;
  private final Feed<MutatingAdmissionPolicyBinding> stampBindings;

  /**
   * @param cluster this cluster's ID, for the text of refusals
   */
  public GuardController(Api api, String cluster) {
    this.api = api;
    this.cluster = cluster;
    this.tenants = feed(Tenant.class, Scope.ALL);
    this.tenantPolicies = feed(TenantPolicy.class, Scope.ALL);
    this.twins = feed(Namespace.class, Scope.ALL.labels(Labels.REMOTE_CLUSTER_ID));
    Scope ours = Scope.ALL.labels(Labels.APP_MANAGED_BY + "=" + Labels.APP_MANAGED_BY_SLUICE);
    this.policies = feed(ValidatingAdmissionPolicy.class, ours);
    this.bindings = feed(ValidatingAdmissionPolicyBinding.class, ours);
    this.stamps = feed(MutatingAdmissionPolicy.class, ours);
    this.stampBindings = feed(MutatingAdmissionPolicyBinding.class, ours);
  }

  private <T extends HasMetadata> Feed<T> feed(Class<T> type, Scope scope) {
    return new Feed<>(api, Kind.of(type), scope, (ref, now) -> look());
  }

  private void look() {
    loop.queue().addAfter(ALL, GATHER);
  }

  private List<Feed<?>> feeds() {
    return List.of(tenants, tenantPolicies, twins, policies, bindings, stamps, stampBindings);
  }

  @Override
  public void start() {
    feeds().forEach(Feed::start);
    loop.start(1);
    look();
  }

  private Next reconcile() {
    if (!feeds().stream().allMatch(Feed::synced)) {
      return Next.again(GATHER);
    }
    List<AdmissionRule> wanted = wanted();
    keep(stamps, List.of(ShadowPodRules.creator()));
    keep(stampBindings, List.of(ShadowPodRules.creatorBinding()));
    keep(policies, wanted.stream().map(AdmissionRule::policy).toList());
    keep(bindings, wanted.stream().map(AdmissionRule::binding).toList());
    // Bindings first: what is left of a rule in between refuses nothing.
    removeOthers(bindings, wanted);
    removeOthers(policies, wanted);
    return Next.REST;
  }

  private <T extends HasMetadata> void keep(Feed<T> feed, List<T> wanted) {
    Keeper<T> keeper = new Keeper<>(api, feed, Names.FIELD_MANAGER_GUARD);
    wanted.forEach(keeper::keep);
  }

  /** Removes rules of tenants that are wanted no longer; policies of other parts stay. */
  private <T extends HasMetadata> void removeOthers(Feed<T> feed, List<AdmissionRule> wanted) {
    Set<Ref> names = wanted.stream().map(rule -> Ref.of(rule.policy())).collect(Collectors.toSet());
    Keeper<T> keeper = new Keeper<>(api, feed, Names.FIELD_MANAGER_GUARD);
    feed.all().stream()
        .map(Ref::of)
        .filter(ref -> ObjectRules.isOne(ref.name()) && !names.contains(ref))
        .forEach(keeper::remove);
  }

  private List<AdmissionRule> wanted() {
    List<AdmissionRule> rules = new ArrayList<>();
    rules.add(ShadowPodRules.tenancy(cluster));
    consumers()
        .forEach(
            (consumer, policy) ->
                rules.addAll(
                    new ObjectRules(cluster, consumer).of(policy.objects(), policy.streams())));
    return rules;
  }

  /** Everybody who is a tenant, and whoever was one and still has twins, with the defaults. */
  private SortedMap<String, TenantPolicySpec> consumers() {
    SortedMap<String, TenantPolicySpec> consumers = new TreeMap<>();
    twins.all().forEach(twin -> owner(twin).ifPresent(id -> consumers.put(id, Policies.DEFAULT)));
    for (Tenant tenant : tenants.all()) {
      if (tenant.getSpec() != null && tenant.getSpec().clusterID() != null) {
        consumers.put(tenant.getSpec().clusterID(), Policies.of(tenant, tenantPolicies.all()));
      }
    }
    return consumers;
  }

  private static Optional<String> owner(Namespace namespace) {
    return Frozen.map(namespace.getMetadata().getAnnotations())
            .containsKey(Annotations.MANAGED_BY_NAMESPACE_MAP)
        ? Optional.ofNullable(
            Frozen.map(namespace.getMetadata().getLabels()).get(Labels.REMOTE_CLUSTER_ID))
        : Optional.empty();
  }

  @Override
  public void close() {
    loop.close();
    feeds().forEach(Feed::close);
  }
}
