package io.sluice.manager.provider.namespaces;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.guard.Backstop;
import io.sluice.translate.share.Amounts;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * ResourceQuotas of twins (T-35).
 *
 * <p>Kubernetes refuses to create what a quota limits and nobody has counted yet. For objects of
 * custom kinds counting begins up to a minute after their CRD was installed, so a quota in the
 * system namespace, where it limits nothing, shows when it has begun. Twins that are made earlier
 * do without these limits: a new cluster would not take pods for a minute otherwise.
 */
final class Limits {
  private static final Kind<ResourceQuota> QUOTAS = Kind.of(ResourceQuota.class);

  private final Api api;
  private final Feed<ResourceQuota> quotas;
  private final String systemNamespace;

  Limits(Api api, Feed<ResourceQuota> quotas, String systemNamespace) {
    this.api = api;
    this.quotas = quotas;
    this.systemNamespace = systemNamespace;
  }

  /** Sets the quota; whether all that it limits is counted. */
  boolean stand(ResourceQuota given) {
    Optional<ResourceQuota> there = quotas.get(Ref.of(given));
    boolean custom =
        there
            .map(quota -> quota.getSpec().getHard().keySet().containsAll(Backstop.CUSTOM))
            .orElseGet(this::countsCustomKinds);
    ResourceQuota wanted = custom ? given : without(given, Backstop.CUSTOM);
    if (there.isEmpty()) {
      quotas.seen(api.create(QUOTAS, wanted));
      return false;
    }
    Amounts hard = Amounts.ofValid(there.get().getSpec().getHard());
    if (!hard.sameAs(Amounts.ofValid(wanted.getSpec().getHard()))) {
      quotas.seen(
          api.patch(QUOTAS, Ref.of(wanted), Patch.apply(wanted, Names.FIELD_MANAGER_NAMESPACES)));
    }
    return isCounted(there.get(), wanted.getSpec().getHard().keySet());
  }

  private boolean countsCustomKinds() {
    Ref ref = new Ref(systemNamespace, Backstop.NAME);
    Optional<ResourceQuota> probe = quotas.get(ref);
    if (probe.isEmpty()) {
      quotas.seen(api.create(QUOTAS, Backstop.probe(systemNamespace)));
    }
    return probe.isPresent() && isCounted(probe.get(), Backstop.CUSTOM);
  }

  private static boolean isCounted(ResourceQuota quota, Set<String> names) {
    return quota.getStatus() != null
        && Frozen.map(quota.getStatus().getUsed()).keySet().containsAll(names);
  }

  private static ResourceQuota without(ResourceQuota quota, Set<String> names) {
    Map<String, Quantity> hard = new TreeMap<>(quota.getSpec().getHard());
    hard.keySet().removeAll(names);
    return new ResourceQuotaBuilder(quota).editSpec().withHard(hard).endSpec().build();
  }
}
