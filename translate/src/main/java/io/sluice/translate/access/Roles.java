package io.sluice.translate.access;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import io.sluice.api.vocab.Labels;
import java.util.List;

/** Makes RBAC objects of tables. */
final class Roles {
  static final String RBAC = "rbac.authorization.k8s.io";
  static final String CLUSTER_ROLE = "ClusterRole";

  private Roles() {}

  static ClusterRole clusterRole(String name, List<Rule> rules) {
    return new ClusterRoleBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withRules(rules.stream().map(Rule::toPolicyRule).toList())
        .build();
  }

  /** A ClusterRole that holds in one namespace only. */
  static RoleBinding inNamespace(String namespace, String name, String role, Subject subject) {
    return new RoleBindingBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withNewRoleRef(RBAC, CLUSTER_ROLE, role)
        .withSubjects(subject)
        .build();
  }

  static Subject user(String name) {
    return new SubjectBuilder().withApiGroup(RBAC).withKind("User").withName(name).build();
  }

  static Subject group(String name) {
    return new SubjectBuilder().withApiGroup(RBAC).withKind("Group").withName(name).build();
  }
}
