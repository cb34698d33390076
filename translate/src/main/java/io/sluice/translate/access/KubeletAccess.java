package io.sluice.translate.access;

import static io.sluice.translate.access.Rule.FULL;
import static io.sluice.translate.access.Rule.READ;
import static io.sluice.translate.access.Rule.named;
import static io.sluice.translate.access.Rule.on;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the kubelet of a virtual node may do at home (D-12a). Everywhere: see pods and answer for
 * its own, keep its own Node; which ones are its own is said by {@code VirtualNodeRestriction},
 * since RBAC can't. In its tenant namespace: its own credentials and nobody else's. In each
 * extended namespace, and in no other: what it reflects.
 */
public final class KubeletAccess {
  private KubeletAccess() {}

  public static final String CLUSTER_ROLE = "sluice-virtual-kubelet";
  public static final String NAMESPACE_ROLE = "sluice-virtual-kubelet-namespace";
  public static final String LEASE_ROLE = "sluice-virtual-kubelet-lease";
  private static final String ACCOUNT = "ServiceAccount";

  static final List<Rule> EVERYWHERE =
      List.of(
          on("", List.of("pods"), List.of("get", "list", "watch", "delete")),
          on("", List.of("pods/status"), List.of("patch")),
          on("", List.of("nodes"), List.of("get", "list", "watch", "create", "patch")),
          on("", List.of("nodes/status"), List.of("patch")),
          on("", List.of("events"), List.of("create", "patch")),
          on("", List.of("namespaces"), READ),
          on("", List.of("persistentvolumes"), FULL),
          on("storage.k8s.io", List.of("storageclasses"), READ),
          on("core.liqo.io", List.of("foreignclusters"), READ),
          // One watch for all extended namespaces; it says how, and nothing that is secret.
          on("offloading.liqo.io", List.of("namespaceoffloadings"), READ),
          on("networking.liqo.io", List.of("configurations"), READ),
          on("ipam.liqo.io", List.of("ips"), READ),
          on(
              "certificates.k8s.io",
              List.of("certificatesigningrequests"),
              List.of("create", "get", "list", "watch")),
          // The authorities of client certificates that its port believes (T-37).
          named("", "configmaps", READ, "extension-apiserver-authentication"),
          on("authentication.k8s.io", List.of("tokenreviews"), List.of("create")),
          on("authorization.k8s.io", List.of("subjectaccessreviews"), List.of("create")));

  static final List<Rule> EXTENDED_NAMESPACE =
      List.of(
          on("", List.of("configmaps", "secrets", "serviceaccounts"), READ),
          on("", List.of("services"), READ),
          on("", List.of("services/status"), List.of("patch")),
          on("", List.of("serviceaccounts/token"), List.of("create")),
          on(
              "",
              List.of("persistentvolumeclaims"),
              List.of("get", "list", "watch", "patch", "update")),
          on("", List.of("persistentvolumeclaims/status"), List.of("patch")),
          on("discovery.k8s.io", List.of("endpointslices"), READ),
          on("networking.k8s.io", List.of("ingresses"), READ),
          on("networking.k8s.io", List.of("ingresses/status"), List.of("patch")));

  static final List<Rule> NODE_LEASES =
      List.of(
          on(
              "coordination.k8s.io",
              List.of("leases"),
              List.of("create", "get", "update", "patch")));

  /** A virtual node as far as rights go. */
  public record Holder(String tenantNamespace, String name, String provider) {
    private Subject subject() {
      return new Subject(null, ACCOUNT, name, tenantNamespace);
    }
  }

  /** The roles, to be installed once. */
  public static List<ClusterRole> clusterRoles() {
    return List.of(
        Roles.clusterRole(CLUSTER_ROLE, EVERYWHERE),
        Roles.clusterRole(NAMESPACE_ROLE, EXTENDED_NAMESPACE),
        Roles.clusterRole(LEASE_ROLE, NODE_LEASES));
  }

  public static ServiceAccount account(Holder holder) {
    return new ServiceAccountBuilder()
        .withMetadata(metadata(holder.tenantNamespace(), holder.name(), holder))
        .withAutomountServiceAccountToken(false)
        .build();
  }

  public static ClusterRoleBinding everywhere(Holder holder) {
    return new ClusterRoleBindingBuilder()
        .withMetadata(metadata(null, "sluice-node-" + holder.name(), holder))
        .withNewRoleRef(Roles.RBAC, Roles.CLUSTER_ROLE, CLUSTER_ROLE)
        .withSubjects(holder.subject())
        .build();
  }

  /** Leases of nodes lie in one namespace for all; the name is the restriction's business. */
  public static RoleBinding nodeLease(Holder holder) {
    return new RoleBindingBuilder()
        .withMetadata(metadata(Names.NODE_LEASE_NAMESPACE, "sluice-node-" + holder.name(), holder))
        .withNewRoleRef(Roles.RBAC, Roles.CLUSTER_ROLE, LEASE_ROLE)
        .withSubjects(holder.subject())
        .build();
  }

  /** Its own kubeconfig of the provider and no other Secret, and what the peering says. */
  public static Role ownTenantRole(Holder holder, String kubeconfigSecret) {
    return new RoleBuilder()
        .withMetadata(metadata(holder.tenantNamespace(), "sluice-node-" + holder.name(), holder))
        .withRules(
            List.of(
                named("", "secrets", READ, kubeconfigSecret).toPolicyRule(),
                on("offloading.liqo.io", List.of("virtualnodes", "namespacemaps"), READ)
                    .toPolicyRule(),
                on("coordination.k8s.io", List.of("leases"), List.of("create")).toPolicyRule(),
                named(
                        "coordination.k8s.io",
                        "leases",
                        List.of("get", "update", "patch"),
                        holder.name(),
                        Names.REFLECTION_LEASE)
                    .toPolicyRule()))
        .build();
  }

  /** The same and the word for a provider that has nobody to say which twins are there. */
  public static Role ownTenantRoleOfBareProvider(Holder holder, String kubeconfigSecret) {
    return new RoleBuilder(ownTenantRole(holder, kubeconfigSecret))
        .addToRules(
            on("offloading.liqo.io", List.of("namespacemaps/status"), List.of("patch"))
                .toPolicyRule())
        .build();
  }

  public static RoleBinding ownTenantBinding(Holder holder) {
    return new RoleBindingBuilder()
        .withMetadata(metadata(holder.tenantNamespace(), "sluice-node-" + holder.name(), holder))
        .withNewRoleRef(Roles.RBAC, "Role", "sluice-node-" + holder.name())
        .withSubjects(holder.subject())
        .build();
  }

  /** One for each provider that a namespace is extended to, for all of its virtual nodes. */
  public static RoleBinding inExtendedNamespace(
      String namespace, String provider, Collection<Holder> holders) {
    return new RoleBindingBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(extendedNamespaceBinding(provider))
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .addToLabels(Labels.COMPONENT, Labels.COMPONENT_VIRTUAL_KUBELET)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
        .endMetadata()
        .withNewRoleRef(Roles.RBAC, Roles.CLUSTER_ROLE, NAMESPACE_ROLE)
        .withSubjects(
            holders.stream()
                .sorted(Comparator.comparing(Holder::name))
                .map(Holder::subject)
                .toList())
        .build();
  }

  public static String extendedNamespaceBinding(String provider) {
    return "sluice-virtual-kubelet-" + provider;
  }

  private static ObjectMeta metadata(@Nullable String namespace, String name, Holder holder) {
    return new ObjectMetaBuilder()
        .withNamespace(namespace)
        .withName(name)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .addToLabels(Labels.COMPONENT, Labels.COMPONENT_VIRTUAL_KUBELET)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, holder.provider())
        .build();
  }
}
