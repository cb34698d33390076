package io.sluice.manager.provider.tenancy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchema;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.access.FlowControl;
import io.sluice.translate.access.TenantAccess;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The bindings of tenants and their queues: made when a tenant is let in, mended when somebody
 * changed them, taken when it is drained or gone.
 */
final class TenantRights implements AutoCloseable {
  private static final Kind<RoleBinding> BINDINGS = Kind.of(RoleBinding.class);
  private static final Kind<ClusterRoleBinding> CLUSTER_BINDINGS =
      Kind.of(ClusterRoleBinding.class);
  private static final Kind<FlowSchema> FLOWS = Kind.of(FlowSchema.class);
  private static final Scope OURS =
      Scope.ALL.labels(
          Labels.APP_MANAGED_BY
              + "="
              + Labels.APP_MANAGED_BY_SLUICE
              + ","
              + Labels.REMOTE_CLUSTER_ID);

  private final Api api;
  private final Feed<RoleBinding> bindings;
  private final Feed<ClusterRoleBinding> clusterBindings;
  private final Feed<FlowSchema> flows;

  /**
   * @param changed told the consumer whose rights somebody touched
   */
  TenantRights(Api api, Consumer<String> changed) {
    this.api = api;
    this.bindings = new Feed<>(api, BINDINGS, OURS, new OnChange<>(changed));
    this.clusterBindings = new Feed<>(api, CLUSTER_BINDINGS, OURS, new OnChange<>(changed));
    this.flows = new Feed<>(api, FLOWS, OURS, new OnChange<>(changed));
  }

  void start() {
    bindings.start();
    clusterBindings.start();
    flows.start();
  }

  boolean synced() {
    return bindings.synced() && clusterBindings.synced() && flows.synced();
  }

  /** Users and groups whose rights do not come from this tenant's own bindings (T-25). */
  Set<String> subjectsOfOthers(String consumer) {
    return TenantAccess.subjectsOfOthers(
        consumer, api.list(BINDINGS, Scope.ALL), api.list(CLUSTER_BINDINGS, Scope.ALL));
  }

  void give(Tenant tenant, String consumer) {
    RoleBinding inNamespace =
        new RoleBindingBuilder(
                TenantAccess.controlPlane(tenant.getMetadata().getNamespace(), consumer))
            .editMetadata()
            .withOwnerReferences(owner(tenant))
            .endMetadata()
            .build();
    ensure(
        bindings,
        inNamespace,
        (a, b) -> a.getRoleRef().equals(b.getRoleRef()) && a.getSubjects().equals(b.getSubjects()));
    ensure(
        clusterBindings,
        TenantAccess.metrics(consumer),
        (a, b) -> a.getRoleRef().equals(b.getRoleRef()) && a.getSubjects().equals(b.getSubjects()));
    ensure(
        flows,
        FlowControl.tenant(consumer),
        (a, b) ->
            Objects.equals(a.getSpec().getRules(), b.getSpec().getRules())
                && Objects.equals(
                    a.getSpec().getPriorityLevelConfiguration(),
                    b.getSpec().getPriorityLevelConfiguration()));
  }

  void take(Tenant tenant, String consumer) {
    remove(
        bindings, Ref.of(TenantAccess.controlPlane(tenant.getMetadata().getNamespace(), consumer)));
    remove(clusterBindings, Ref.of(TenantAccess.metrics(consumer)));
    remove(flows, Ref.of(FlowControl.tenant(consumer)));
  }

  /** What a binding refers to can't be changed, so a wrong one goes and a right one comes. */
  private <T extends HasMetadata> void ensure(Feed<T> feed, T wanted, BiPredicate<T, T> same) {
    Ref ref = Ref.of(wanted);
    if (feed.get(ref).filter(there -> same.test(there, wanted)).isPresent()) {
      return;
    }
    remove(feed, ref);
    feed.seen(api.create(feed.kind(), wanted));
  }

  private static <T extends HasMetadata> void remove(Feed<T> feed, Ref ref) {
    feed.get(ref).ifPresent(there -> feed.delete(ref, there.getMetadata().getUid(), null));
  }

  private static OwnerReference owner(Tenant tenant) {
    return new OwnerReferenceBuilder()
        .withApiVersion(tenant.getApiVersion())
        .withKind(tenant.getKind())
        .withName(tenant.getMetadata().getName())
        .withUid(tenant.getMetadata().getUid())
        .build();
  }

  private record OnChange<T extends HasMetadata>(Consumer<String> told)
      implements Feed.Listener<T> {
    @Override
    public void changed(Ref ref, @Nullable T now) {
      if (now != null) {
        tell(now);
      }
    }

    @Override
    public void gone(Ref ref, T last) {
      tell(last);
    }

    private void tell(T object) {
      Map<String, String> labels = Frozen.map(object.getMetadata().getLabels());
      String consumer = labels.get(Labels.REMOTE_CLUSTER_ID);
      if (consumer != null) {
        told.accept(consumer);
      }
    }
  }

  @Override
  public void close() {
    List.of(bindings, clusterBindings, flows).forEach(Feed::close);
  }
}
