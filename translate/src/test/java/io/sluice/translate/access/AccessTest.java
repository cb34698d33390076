package io.sluice.translate.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** §8, T-25, T-28. */
class AccessTest {

  @Test
  void noRoleHasAWildcard() {
    assertThat(allRules()).isNotEmpty().noneMatch(AccessTest::isWild);
    assertThatThrownBy(() -> Rule.on("", List.of("*"), Rule.READ))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTenantCanNeitherMakePodsNorRightsNorDecideItsOwnGrant() {
    for (ClusterRole role : TenantAccess.clusterRoles()) {
      for (PolicyRule rule : role.getRules()) {
        if (rule.getVerbs().stream().noneMatch(Rule.WRITE::contains)) {
          continue;
        }
        assertThat(rule.getResources())
            .doesNotContain(
                "pods",
                "endpointslices",
                "namespaces",
                "nodes",
                "roles",
                "rolebindings",
                "clusterroles",
                "quotas",
                "tenants",
                "serviceaccounts",
                "serviceaccounts/token",
                "resourceslices/status",
                "namespacemaps/status",
                "renews/status");
      }
    }
  }

  @Test
  void theManagerReadsNoSecretsClusterWide() {
    ClusterRole manager = ManagerAccess.clusterRoles().getFirst();

    assertThat(manager.getMetadata().getName()).isEqualTo(ManagerAccess.CLUSTER_ROLE);
    assertThat(manager.getRules()).noneMatch(rule -> rule.getResources().contains("secrets"));
  }

  @Test
  void rightsAreHandedOutOnlyByName() {
    assertThat(allRules())
        .filteredOn(rule -> rule.getVerbs().contains("bind") || rule.getVerbs().contains("approve"))
        .isNotEmpty()
        .allMatch(rule -> !rule.getResourceNames().isEmpty());
    assertThat(allRules()).noneMatch(rule -> rule.getVerbs().contains("escalate"));
  }

  @Test
  void subjectsOfATenantsOwnBindingsAreNotSomebodyElse() {
    RoleBinding own = TenantAccess.controlPlane("liqo-tenant-home", "home");
    ClusterRoleBinding metrics = TenantAccess.metrics("home");
    RoleBinding others =
        Roles.inNamespace("default", "edit", "edit", new Subject(null, "User", "jane", null));

    assertThat(TenantAccess.subjectsOfOthers("home", List.of(own, others), List.of(metrics)))
        .containsExactly("jane");
    assertThat(TenantAccess.subjectsOfOthers("away", List.of(own), List.of(metrics)))
        .containsExactly("home");
  }

  @Test
  void serviceAccountsAreNoUsersOfThatName() {
    RoleBinding binding =
        Roles.inNamespace(
            "default", "edit", "edit", ManagerAccess.subject("system:serviceaccount:a:home"));

    assertThat(binding.getSubjects())
        .containsExactly(new Subject(null, "ServiceAccount", "home", "a"));
    assertThat(TenantAccess.subjectsOfOthers("home", List.of(binding), List.of())).isEmpty();
  }

  private static List<PolicyRule> allRules() {
    return Stream.concat(
            TenantAccess.clusterRoles().stream(), ManagerAccess.clusterRoles().stream())
        .flatMap(role -> role.getRules().stream())
        .toList();
  }

  private static boolean isWild(PolicyRule rule) {
    return rule.getApiGroups().contains("*")
        || rule.getResources().contains("*")
        || rule.getVerbs().contains("*");
  }
}
