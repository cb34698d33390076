package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.offloading.Quota;
import io.sluice.api.offloading.QuotaSpec;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.guard.PodRules;
import io.sluice.translate.guard.QuotaRule;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Demand;
import io.sluice.translate.tenant.Policies;
import io.sluice.translate.tenant.SlicePools;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Quota and guardrails, decided by the one enforcer before it creates a pod (D-13, D-14). Fails
 * closed: an identity without a quota gets nothing, and nothing is decided before all is known.
 */
public final class Ledger implements Gate {
  private final String cluster;
  private final Usage usage = new Usage();
  private final Feed<Quota> quotas;
  private final Feed<TenantPolicy> policies;
  private final Feed<Tenant> tenants;

  private final boolean counts;

  /**
   * @param cluster name of this cluster, for the sentence that people read at home
   * @param counts whether quotas are enforced (§4.3); guardrails always are
   * @param changed called when a quota or a policy changed: what was held may pass now
   */
  public Ledger(Api api, String cluster, boolean counts, Runnable changed) {
    this.cluster = cluster;
    this.counts = counts;
    this.quotas = new Feed<>(api, Kind.of(Quota.class), Scope.ALL, (_, _) -> changed.run());
    this.policies =
        new Feed<>(api, Kind.of(TenantPolicy.class), Scope.ALL, (_, _) -> changed.run());
    this.tenants = new Feed<>(api, Kind.of(Tenant.class), Scope.ALL, (_, _) -> changed.run());
  }

  @Override
  public void start() {
    quotas.start();
    policies.start();
    tenants.start();
  }

  @Override
  public boolean ready() {
    return quotas.synced() && policies.synced() && tenants.synced();
  }

  @Override
  public Verdict create(ShadowPod shadow, Consumer<ShadowPod> creation) {
    String uid = shadow.getMetadata().getUid();
    return refusal(shadow)
        .orElseGet(
            () -> counted(shadow, () -> creation.accept(placed(shadow)), () -> usage.release(uid)));
  }

  private ShadowPod placed(ShadowPod shadow) {
    return SlicePools.placed(shadow, policy(shadow).pools());
  }

  @Override
  public Verdict change(ShadowPod shadow, Pod pod, Runnable change) {
    Optional<Verdict> refusal = refusal(shadow);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (!grows(Demand.of(pod), Demand.of(spec(shadow)))) {
      change.run();
      return new Verdict.Pass();
    }
    return counted(shadow, change, () -> usage.saw(shadow.getMetadata().getUid(), pod));
  }

  private static boolean grows(Amounts now, Amounts wanted) {
    return wanted.names().stream().anyMatch(name -> wanted.get(name).compareTo(now.get(name)) > 0);
  }

  private static PodSpec spec(ShadowPod shadow) {
    return Objects.requireNonNull(shadow.getSpec().pod());
  }

  private Optional<Verdict> refusal(ShadowPod shadow) {
    PodSpec pod = shadow.getSpec().pod();
    if (pod == null) {
      return Optional.of(new Verdict.Refuse(Reasons.INVALID_POD_RESOURCES, "spec.pod is missing"));
    }
    return PodRules.check(policy(shadow).pods(), pod).stream()
        .findFirst()
        .map(found -> new Verdict.Refuse(Reasons.REFUSED_BY_POLICY, found.says(cluster)));
  }

  /**
   * @param undo takes the reservation back when the act failed
   */
  private Verdict counted(ShadowPod shadow, Runnable act, Runnable undo) {
    PodSpec pod = spec(shadow);
    String creator = label(shadow, Labels.CREATOR_USER);
    String uid = shadow.getMetadata().getUid();
    if (!counts) {
      act.run();
      return new Verdict.Pass();
    }
    synchronized (usage) { // so that two pods can't both have the last of something
      switch (QuotaRule.decide(quota(creator), usage.of(creator, uid), pod)) {
        case QuotaRule.Verdict.Fits _ -> usage.reserve(uid, creator, Demand.of(pod));
        case QuotaRule.Verdict.Waits(String reason, String message) -> {
          return new Verdict.Hold(reason, at(message));
        }
        case QuotaRule.Verdict.Never(String reason, String message) -> {
          return new Verdict.Refuse(reason, at(message));
        }
      }
    }
    boolean done = false;
    try {
      act.run();
      done = true;
    } finally {
      if (!done) {
        undo.run();
      }
    }
    return new Verdict.Pass();
  }

  @Override
  public void saw(String shadowUid, Pod pod) {
    usage.saw(shadowUid, pod);
  }

  @Override
  public void gone(String shadowUid) {
    usage.release(shadowUid);
  }

  private @Nullable QuotaSpec quota(String creator) {
    return quotas.all().stream()
        .map(Quota::getSpec)
        .filter(spec -> creator.equals(spec.user()))
        .findFirst()
        .orElse(null);
  }

  private TenantPolicySpec policy(ShadowPod shadow) {
    String origin = label(shadow, Labels.ORIGIN);
    List<TenantPolicy> known = policies.all();
    return tenants.all().stream()
        .filter(tenant -> tenant.getSpec() != null && origin.equals(tenant.getSpec().clusterID()))
        .findFirst()
        .map(tenant -> Policies.of(tenant, known))
        .orElse(Policies.DEFAULT);
  }

  private String at(String message) {
    return "cluster " + cluster + ": " + message;
  }

  private static String label(ShadowPod shadow, String key) {
    Map<String, String> labels = shadow.getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(key, "");
  }

  @Override
  public void close() {
    quotas.close();
    policies.close();
    tenants.close();
  }
}
