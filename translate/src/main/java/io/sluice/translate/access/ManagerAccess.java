package io.sluice.translate.access;

import static io.sluice.translate.access.Rule.FULL;
import static io.sluice.translate.access.Rule.READ;
import static io.sluice.translate.access.Rule.named;
import static io.sluice.translate.access.Rule.on;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the manager itself may do, by the part of it that needs it. It holds no right on Secrets
 * outside its own and the tenant namespaces, and hands out roles that it does not have by the verb
 * {@code bind} on exactly those roles.
 *
 * <p>What this can't prevent is written in the threat model: whoever approves requests of the
 * client signer can mint any user but {@code system:masters} (T-26).
 */
public final class ManagerAccess {
  private ManagerAccess() {}

  public static final String CLUSTER_ROLE = "sluice-manager";
  public static final String TENANT_ROLE = "sluice-manager-tenant";
  public static final String SYSTEM_ROLE = "sluice-manager-system";
  public static final String STORAGE_ROLE = "sluice-manager-storage";

  private static final String AUTHENTICATION = "authentication.liqo.io";
  private static final String OFFLOADING = "offloading.liqo.io";
  private static final String CERTIFICATES = "certificates.k8s.io";
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final List<String> PATCH = List.of("patch");

  /** Provider: tenants, their slices, certificates, rights and queues. */
  static final List<Rule> TENANCY =
      List.of(
          on(AUTHENTICATION, List.of("tenants"), List.of("get", "list", "watch", "patch")),
          on(
              AUTHENTICATION,
              List.of("tenants/status", "tenants/finalizers"),
              List.of("patch", "update")),
          on(AUTHENTICATION, List.of("resourceslices"), FULL),
          on(
              AUTHENTICATION,
              List.of("resourceslices/status", "resourceslices/finalizers"),
              List.of("patch", "update")),
          on(AUTHENTICATION, List.of("renews/status"), PATCH),
          on(OFFLOADING, List.of("quotas"), FULL),
          on(OFFLOADING, List.of("namespacemaps"), FULL),
          on(
              CERTIFICATES,
              List.of("certificatesigningrequests"),
              List.of("create", "get", "delete")),
          on(CERTIFICATES, List.of("certificatesigningrequests/approval"), PATCH),
          named(CERTIFICATES, "signers", List.of("approve"), Names.SIGNER_CLIENT),
          on(RBAC, List.of("rolebindings", "clusterrolebindings"), FULL),
          named(
              RBAC,
              "clusterroles",
              List.of("bind"),
              Names.ROLE_REMOTE_CONTROL_PLANE,
              Names.ROLE_VIRTUAL_KUBELET_REMOTE,
              Names.ROLE_VIRTUAL_KUBELET_REMOTE_CLUSTERWIDE,
              TENANT_ROLE),
          on("flowcontrol.apiserver.k8s.io", List.of("flowschemas"), FULL));

  /** Provider: what is free, and what is lent of it. */
  static final List<Rule> SHARING =
      List.of(
          on("", List.of("pods"), READ),
          on("storage.k8s.io", List.of("storageclasses"), READ),
          on("networking.k8s.io", List.of("ingressclasses"), READ),
          on("sluice.io", List.of("tenantpolicies"), READ));

  /** Provider: the pods of ShadowPods, and what is kept of them when they end. */
  static final List<Rule> ENFORCEMENT =
      List.of(
          on(OFFLOADING, List.of("shadowpods"), READ),
          on(OFFLOADING, List.of("shadowpods/status"), PATCH),
          on(OFFLOADING, List.of("shadowpods/finalizers"), List.of("update")),
          on("", List.of("pods"), List.of("create", "patch", "delete")),
          on("", List.of("pods/resize", "pods/ephemeralcontainers"), PATCH),
          on("", List.of("pods/log"), List.of("get")));

  /** Consumer: fenced pods are kept on nodes that are away, and given up when it is time (D-22). */
  static final List<Rule> FENCING =
      List.of(
          on("", List.of("pods"), List.of("get", "list", "watch", "patch", "delete")),
          on("", List.of("pods/status"), PATCH));

  /** Provider: twin namespaces and what belongs to them. */
  static final List<Rule> TWINS =
      List.of(
          on("", List.of("namespaces"), List.of("delete")),
          on("", List.of("resourcequotas"), FULL));

  /** Provider: endpoints of consumers, and the networks that they may not lead to. */
  static final List<Rule> ENDPOINTS =
      List.of(
          on(OFFLOADING, List.of("shadowendpointslices"), READ),
          on(OFFLOADING, List.of("shadowendpointslices/finalizers"), List.of("update")),
          on("discovery.k8s.io", List.of("endpointslices"), FULL),
          on("networking.k8s.io", List.of("servicecidrs"), READ));

  /**
   * Provider: what its kubelets measure, and the API that shows each consumer its part (D-17).
   * Creation can't be limited by name; an API that is there already is nobody's to replace.
   */
  static final List<Rule> METRICS =
      List.of(
          on("", List.of("nodes/proxy"), List.of("get")),
          named("", "configmaps", READ, Names.API_SERVER_AUTHENTICATION),
          on("apiregistration.k8s.io", List.of("apiservices"), List.of("create")),
          named(
              "apiregistration.k8s.io",
              "apiservices",
              List.of("get", "list", "watch", "patch", "delete"),
              Names.METRICS_API));

  /** Provider: the admission policies that keep tenants in their place. */
  static final List<Rule> GUARD =
      List.of(
          on(
              "admissionregistration.k8s.io",
              List.of(
                  "validatingadmissionpolicies",
                  "validatingadmissionpolicybindings",
                  "mutatingadmissionpolicies",
                  "mutatingwebhookconfigurations",
                  "mutatingadmissionpolicybindings"),
              FULL));

  /** Consumer: identities, their renewal, what crosses the border, what is known of peers. */
  static final List<Rule> PEERING =
      List.of(
          on(AUTHENTICATION, List.of("identities", "renews"), FULL),
          on(
              AUTHENTICATION,
              List.of("identities/status", "identities/finalizers"),
              List.of("patch", "update")),
          on(OFFLOADING, List.of("namespacemaps/status"), PATCH),
          on(OFFLOADING, List.of("virtualnodes"), READ),
          on("core.liqo.io", List.of("foreignclusters"), FULL),
          on("core.liqo.io", List.of("foreignclusters/status"), PATCH),
          on("networking.liqo.io", List.of("configurations"), READ));

  /** Consumer: extended namespaces, what admission does there, the pods that stand elsewhere. */
  static final List<Rule> EXTENSION =
      List.of(
          on(OFFLOADING, List.of("namespaceoffloadings"), FULL),
          on(
              OFFLOADING,
              List.of("namespaceoffloadings/status", "namespaceoffloadings/finalizers"),
              List.of("patch", "update")),
          on("sluice.io", List.of("clusternamespaceoffloadings"), READ),
          on("sluice.io", List.of("clusternamespaceoffloadings/status"), PATCH),
          on(
              "admissionregistration.k8s.io",
              List.of(
                  "mutatingadmissionpolicies",
                  "mutatingwebhookconfigurations",
                  "mutatingadmissionpolicybindings",
                  "validatingadmissionpolicies",
                  "validatingadmissionpolicybindings"),
              FULL),
          on("node.k8s.io", List.of("runtimeclasses"), FULL),
          // The pod that asks whether admission answers is created, though never stored (T-31).
          on("", List.of("pods"), List.of("create", "list", "delete")),
          on("", List.of("pods/eviction"), List.of("create")));

  /** Consumer: virtual nodes, their kubelets, and what those may do at home. */
  static final List<Rule> VIRTUAL_NODES =
      List.of(
          on(OFFLOADING, List.of("virtualnodes"), FULL),
          on(
              OFFLOADING,
              List.of("virtualnodes/status", "virtualnodes/finalizers"),
              List.of("patch", "update")),
          on(OFFLOADING, List.of("vkoptionstemplates"), READ),
          on("", List.of("nodes"), List.of("patch", "delete")),
          on("", List.of("serviceaccounts"), FULL),
          on("", List.of("serviceaccounts/token"), List.of("create")),
          on("apps", List.of("deployments"), FULL),
          on(
              CERTIFICATES,
              List.of("certificatesigningrequests"),
              List.of("get", "list", "watch", "delete")),
          on(CERTIFICATES, List.of("certificatesigningrequests/approval"), PATCH),
          named(CERTIFICATES, "signers", List.of("approve"), Names.SIGNER_SERVING),
          on(RBAC, List.of("roles"), FULL),
          named(
              RBAC,
              "clusterroles",
              List.of("bind"),
              KubeletAccess.CLUSTER_ROLE,
              KubeletAccess.NAMESPACE_ROLE,
              KubeletAccess.LEASE_ROLE));

  /** Consumer: volumes of the virtual class that are made in this cluster. */
  static final List<Rule> STORAGE =
      List.of(
          on("", List.of("persistentvolumeclaims"), READ),
          on(
              "",
              List.of("persistentvolumes"),
              List.of("get", "list", "watch", "create", "delete")));

  /** In the namespace of the real claims behind them. */
  static final List<Rule> STORAGE_NAMESPACE =
      List.of(on("", List.of("persistentvolumeclaims"), List.of("create", "delete")));

  /** Both sides. */
  static final List<Rule> COMMON =
      List.of(
          on("", List.of("namespaces"), List.of("get", "list", "watch", "create", "patch")),
          on("", List.of("nodes"), READ),
          on("", List.of("events"), List.of("create", "patch")));

  /**
   * In every tenant namespace: challenges, answers, kubeconfigs; and what it hands on to kubelets
   * there, which nobody may who does not have it.
   */
  static final List<Rule> TENANT_NAMESPACE =
      List.of(
          on("", List.of("secrets"), FULL),
          named("", "configmaps", List.of("get"), Names.ROOT_CA),
          on("coordination.k8s.io", List.of("leases"), List.of("create", "get", "update", "patch")),
          // The consumer's sign of life (D-22).
          named("coordination.k8s.io", "leases", List.of("list", "watch"), Names.CONSUMER_LEASE));

  /** In the namespace that Sluice is installed in: its key, its leader's lease, its name. */
  static final List<Rule> SYSTEM_NAMESPACE =
      List.of(
          on("", List.of("secrets"), List.of("create")),
          named("", "secrets", List.of("get"), Names.KEY_SECRET),
          named("", "configmaps", List.of("get"), Names.CLUSTER_ID_CONFIG_MAP, Names.ROOT_CA),
          named("", "configmaps", READ, Names.SHARING_SETTINGS),
          on("", List.of("services"), List.of("create")),
          named("", "services", List.of("patch"), Names.METRICS_SERVICE),
          on(
              "coordination.k8s.io",
              List.of("leases"),
              List.of("create", "get", "update", "patch")));

  /** The roles, to be installed once. */
  public static List<ClusterRole> clusterRoles() {
    return List.of(
        Roles.clusterRole(
            CLUSTER_ROLE,
            Stream.of(
                    List.of(COMMON),
                    List.of(TENANCY, SHARING, ENFORCEMENT, TWINS, ENDPOINTS, METRICS, GUARD),
                    List.of(PEERING, EXTENSION, FENCING, VIRTUAL_NODES, STORAGE))
                .flatMap(List::stream)
                .flatMap(List::stream)
                .toList()),
        Roles.clusterRole(TENANT_ROLE, TENANT_NAMESPACE),
        Roles.clusterRole(SYSTEM_ROLE, SYSTEM_NAMESPACE),
        Roles.clusterRole(STORAGE_ROLE, STORAGE_NAMESPACE));
  }

  /** Makes somebody the manager of a cluster. */
  public static ClusterRoleBinding clusterWide(Subject manager) {
    return new ClusterRoleBindingBuilder()
        .withNewMetadata()
        .withName(CLUSTER_ROLE)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withNewRoleRef(Roles.RBAC, Roles.CLUSTER_ROLE, CLUSTER_ROLE)
        .withSubjects(manager)
        .build();
  }

  public static RoleBinding inSystemNamespace(String namespace, Subject manager) {
    return Roles.inNamespace(namespace, SYSTEM_ROLE, SYSTEM_ROLE, manager);
  }

  public static RoleBinding inStorageNamespace(Subject manager) {
    return Roles.inNamespace(Names.STORAGE_NAMESPACE, STORAGE_ROLE, STORAGE_ROLE, manager);
  }

  /** The manager makes this one itself, wherever a tenant namespace appears. */
  public static RoleBinding inTenantNamespace(String namespace, Subject manager) {
    return Roles.inNamespace(namespace, TENANT_ROLE, TENANT_ROLE, manager);
  }

  /** Made by the manager too, for as long as it empties a namespace that is kept (D-22). */
  public static RoleBinding inReleasedNamespace(String namespace, Subject manager) {
    return Roles.inNamespace(
        namespace, "sluice-release", Names.ROLE_VIRTUAL_KUBELET_REMOTE, manager);
  }

  /** A user that is known by name, as the API server tells it. */
  public static Subject subject(String username) {
    String prefix = "system:serviceaccount:";
    if (!username.startsWith(prefix)) {
      return Roles.user(username);
    }
    String[] parts = username.substring(prefix.length()).split(":", 2);
    return new Subject(null, "ServiceAccount", parts[1], parts[0]);
  }
}
