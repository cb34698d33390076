package io.sluice.translate.access;

import static io.sluice.translate.access.Rule.FULL;
import static io.sluice.translate.access.Rule.READ;
import static io.sluice.translate.access.Rule.on;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.util.List;

/**
 * What a user of a cluster without Sluice has to be allowed in each namespace that is lent (App.
 * B). Nothing is needed outside of it.
 */
public final class BareAccess {
  private BareAccess() {}

  public static final String ROLE = "sluice-agentless";

  public static final List<Rule> NAMESPACE =
      List.of(
          on("apps", List.of("replicasets"), FULL),
          on("batch", List.of("jobs"), FULL),
          // Changes of a running pod, and a grace of its own when it is deleted (D-4, T-10).
          on("", List.of("pods"), List.of("get", "list", "watch", "patch", "delete")),
          on("", List.of("pods/resize", "pods/ephemeralcontainers"), List.of("patch")),
          on("", List.of("pods/log"), List.of("get")),
          on("", List.of("pods/exec", "pods/attach", "pods/portforward"), List.of("create", "get")),
          on("", List.of("configmaps", "secrets", "services", "persistentvolumeclaims"), FULL),
          on("networking.k8s.io", List.of("ingresses"), FULL),
          on("", List.of("events"), READ),
          on("metrics.k8s.io", List.of("pods"), List.of("list"))); // kubectl top

  /** To be bound in the namespaces that are lent; only whoever owns the cluster can do it. */
  public static ClusterRole clusterRole() {
    return Roles.clusterRole(ROLE, NAMESPACE);
  }
}
