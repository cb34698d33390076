package io.sluice.translate.access;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer may do in the provider (§8). It can create neither pods nor endpoints nor
 * namespaces nor rights, and sees nothing outside its tenant and twin namespaces.
 */
public final class TenantAccess {
  private TenantAccess() {}

  private static final String OFFLOADING = "offloading.liqo.io";
  private static final String AUTHENTICATION = "authentication.liqo.io";
  private static final List<String> FULL_AND_ALL =
      Stream.concat(Rule.FULL.stream(), Stream.of("deletecollection")).toList();

  /**
   * The consumer's manager, in its tenant namespace. Status is for reading only: the provider
   * decides what it grants, a consumer that could write it would grant itself.
   */
  public static final List<Rule> CONTROL_PLANE =
      List.of(
          Rule.on(AUTHENTICATION, List.of("resourceslices", "renews"), FULL_AND_ALL),
          Rule.on(AUTHENTICATION, List.of("resourceslices/status", "renews/status"), Rule.READ),
          Rule.on(OFFLOADING, List.of("namespacemaps"), FULL_AND_ALL),
          Rule.on(OFFLOADING, List.of("namespacemaps/status"), Rule.READ),
          // "The consumer lives" (D-22); creation can't be limited by name.
          Rule.on("coordination.k8s.io", List.of("leases"), List.of("create")),
          Rule.named(
              "coordination.k8s.io",
              "leases",
              List.of("get", "patch", "update"),
              Names.CONSUMER_LEASE));

  /** The consumer's kubelets, in its twin namespaces. */
  public static final List<Rule> KUBELET =
      List.of(
          Rule.on(
              "",
              List.of("configmaps", "events", "persistentvolumeclaims", "secrets", "services"),
              Rule.FULL),
          Rule.on("networking.k8s.io", List.of("ingresses"), Rule.FULL),
          Rule.on(OFFLOADING, List.of("shadowpods", "shadowendpointslices"), Rule.FULL),
          Rule.on("", List.of("pods"), Rule.READ),
          Rule.on("metrics.k8s.io", List.of("pods"), Rule.READ),
          // A WebSocket begins with GET; API servers of 1.36 ask for create all the same.
          Rule.on("", List.of("pods/exec", "pods/attach"), List.of("create", "get")),
          Rule.on("", List.of("pods/log"), List.of("get", "list")),
          Rule.on("", List.of("pods/portforward"), List.of("create", "get")));

  /** The consumer's kubelets, cluster-wide: their own metrics, which the server filters. */
  public static final List<Rule> METRICS =
      List.of(
          Rule.on(Names.METRICS_GROUP, List.of("scrape/metrics"), Rule.READ),
          Rule.on(Names.METRICS_GROUP, List.of("scrape/stats"), List.of("get")));

  /** The roles, to be installed once per provider. */
  public static List<ClusterRole> clusterRoles() {
    return List.of(
        Roles.clusterRole(Names.ROLE_REMOTE_CONTROL_PLANE, CONTROL_PLANE),
        Roles.clusterRole(Names.ROLE_VIRTUAL_KUBELET_REMOTE, KUBELET),
        Roles.clusterRole(Names.ROLE_VIRTUAL_KUBELET_REMOTE_CLUSTERWIDE, METRICS));
  }

  /** Lets a consumer's manager into its tenant namespace. */
  public static RoleBinding controlPlane(String tenantNamespace, String consumer) {
    String role = Names.ROLE_REMOTE_CONTROL_PLANE;
    RoleBinding binding =
        Roles.inNamespace(tenantNamespace, Names.BINDING_PREFIX + role, role, Roles.user(consumer));
    return new RoleBindingBuilder(binding)
        .editMetadata()
        .addToLabels(Labels.REMOTE_CLUSTER_ID, consumer)
        .endMetadata()
        .build();
  }

  /** Lets a consumer's kubelets read their metrics. */
  public static ClusterRoleBinding metrics(String consumer) {
    String role = Names.ROLE_VIRTUAL_KUBELET_REMOTE_CLUSTERWIDE;
    return new ClusterRoleBindingBuilder()
        .withNewMetadata()
        .withName(Names.BINDING_PREFIX + role + "-" + consumer)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, consumer)
        .endMetadata()
        .withNewRoleRef(Roles.RBAC, Roles.CLUSTER_ROLE, role)
        .withSubjects(Roles.group(consumer))
        .build();
  }

  /**
   * Users and groups that have rights which do not come from this tenant's own bindings (T-25):
   * whoever gets one of these names would inherit them.
   */
  public static Set<String> subjectsOfOthers(
      String consumer,
      Collection<RoleBinding> bindings,
      Collection<ClusterRoleBinding> clusterBindings) {
    Set<String> names = new TreeSet<>();
    bindings.stream()
        .filter(binding -> !isOf(consumer, binding.getMetadata().getLabels()))
        .forEach(binding -> collect(binding.getSubjects(), names));
    clusterBindings.stream()
        .filter(binding -> !isOf(consumer, binding.getMetadata().getLabels()))
        .forEach(binding -> collect(binding.getSubjects(), names));
    return names;
  }

  private static boolean isOf(String consumer, @Nullable Map<String, String> labels) {
    return labels != null
        && Labels.APP_MANAGED_BY_SLUICE.equals(labels.get(Labels.APP_MANAGED_BY))
        && consumer.equals(labels.get(Labels.REMOTE_CLUSTER_ID));
  }

  private static void collect(@Nullable List<Subject> subjects, Set<String> names) {
    if (subjects != null) {
      subjects.stream()
          .filter(subject -> !"ServiceAccount".equals(subject.getKind()))
          .forEach(subject -> names.add(subject.getName()));
    }
  }
}
