package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.guard.Keeper;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.translate.access.KubeletAccess;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The identity of each virtual node at home, and what it may do where (D-12a). */
public final class KubeletRights implements Controller {
  private static final Scope OURS =
      Scope.ALL.labels(Labels.COMPONENT + "=" + Labels.COMPONENT_VIRTUAL_KUBELET);

  private final Feed<ServiceAccount> accounts;
  private final Feed<ClusterRoleBinding> everywhere;
  private final Feed<Role> roles;
  private final Feed<RoleBinding> bindings;
  private final Keeper<ServiceAccount> accountKeeper;
  private final Keeper<ClusterRoleBinding> everywhereKeeper;
  private final Keeper<Role> roleKeeper;
  private final Keeper<RoleBinding> bindingKeeper;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  public KubeletRights(Api api) {
    this.accounts = feed(api, ServiceAccount.class);
    this.everywhere = feed(api, ClusterRoleBinding.class);
    this.roles = feed(api, Role.class);
    this.bindings = feed(api, RoleBinding.class);
    this.accountKeeper = new Keeper<>(api, accounts, Names.FIELD_MANAGER);
    this.everywhereKeeper = new Keeper<>(api, everywhere, Names.FIELD_MANAGER);
    this.roleKeeper = new Keeper<>(api, roles, Names.FIELD_MANAGER);
    this.bindingKeeper = new Keeper<>(api, bindings, Names.FIELD_MANAGER);
  }

  /** Told when any of these objects changed, or is known at last. */
  void listen(Runnable listener) {
    listeners.add(listener);
  }

  boolean synced() {
    return feeds().allMatch(Feed::synced);
  }

  /**
   * Gives a virtual node what it may do everywhere and in its tenant namespace.
   *
   * @return the account that may
   */
  ServiceAccount grant(VirtualNode virtualNode) {
    KubeletAccess.Holder holder = holder(virtualNode);
    ServiceAccount account = accountKeeper.keep(KubeletAccess.account(holder));
    everywhereKeeper.keep(KubeletAccess.everywhere(holder));
    bindingKeeper.keep(KubeletAccess.nodeLease(holder));
    var secret = virtualNode.getSpec().kubeconfigSecretRef();
    if (secret != null) {
      roleKeeper.keep(
          KubeletArguments.isBare(virtualNode)
              ? KubeletAccess.ownTenantRoleOfBareProvider(holder, secret.getName())
              : KubeletAccess.ownTenantRole(holder, secret.getName()));
      bindingKeeper.keep(KubeletAccess.ownTenantBinding(holder));
    }
    return account;
  }

  /** Takes all of it back; false while something is left. */
  boolean revoke(VirtualNode virtualNode) {
    KubeletAccess.Holder holder = holder(virtualNode);
    List<Boolean> gone =
        List.of(
            everywhereKeeper.remove(Ref.of(KubeletAccess.everywhere(holder))),
            bindingKeeper.remove(Ref.of(KubeletAccess.nodeLease(holder))),
            bindingKeeper.remove(Ref.of(KubeletAccess.ownTenantBinding(holder))),
            roleKeeper.remove(Ref.of(KubeletAccess.ownTenantRole(holder, ""))),
            accountKeeper.remove(Ref.of(KubeletAccess.account(holder))));
    return !gone.contains(false);
  }

  /** Lets the virtual nodes of a provider, and no others of it, work in an extended namespace. */
  void open(String namespace, String provider, Collection<VirtualNode> virtualNodes) {
    bindingKeeper.keep(
        KubeletAccess.inExtendedNamespace(
            namespace, provider, virtualNodes.stream().map(KubeletRights::holder).toList()));
  }

  void shut(String namespace, String provider) {
    bindingKeeper.remove(new Ref(namespace, KubeletAccess.extendedNamespaceBinding(provider)));
  }

  /** Providers whose virtual nodes may work in a namespace at the moment. */
  List<String> openTo(String namespace) {
    return bindings.all().stream()
        .filter(binding -> namespace.equals(binding.getMetadata().getNamespace()))
        .filter(binding -> KubeletAccess.NAMESPACE_ROLE.equals(binding.getRoleRef().getName()))
        .map(binding -> binding.getMetadata().getLabels().get(Labels.REMOTE_CLUSTER_ID))
        .toList();
  }

  /** Namespaces where any virtual node may work. */
  Stream<String> opened() {
    return bindings.all().stream()
        .filter(binding -> KubeletAccess.NAMESPACE_ROLE.equals(binding.getRoleRef().getName()))
        .map(binding -> binding.getMetadata().getNamespace())
        .distinct();
  }

  static KubeletAccess.Holder holder(VirtualNode virtualNode) {
    @Nullable String provider = virtualNode.getSpec().clusterID();
    return new KubeletAccess.Holder(
        virtualNode.getMetadata().getNamespace(),
        virtualNode.getMetadata().getName(),
        provider == null ? "" : provider);
  }

  private <T extends HasMetadata> Feed<T> feed(Api api, Class<T> type) {
    return new Feed<>(
        api,
        Kind.of(type),
        OURS,
        new Feed.Listener<>() {
          @Override
          public void changed(Ref ref, @Nullable T now) {
            listeners.forEach(Runnable::run);
          }

          @Override
          public void synced() {
            listeners.forEach(Runnable::run);
          }
        });
  }

  private Stream<Feed<?>> feeds() {
    return Stream.of(accounts, everywhere, roles, bindings);
  }

  @Override
  public void start() {
    feeds().forEach(Feed::start);
  }

  @Override
  public void close() {
    feeds().forEach(Feed::close);
  }
}
