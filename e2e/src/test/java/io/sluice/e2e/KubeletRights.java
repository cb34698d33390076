package io.sluice.e2e;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.access.KubeletAccess;
import java.util.List;

/** A kubelet has what the tables say and nothing else, on both sides of the border. */
record KubeletRights(String tenantNamespace, String node, String namespace) {
  private static final String RBAC = "rbac.authorization.k8s.io";

  /** At home: a user that stands for the kubelet's service account. */
  void atHome(Api admin, String user) {
    KubeletAccess.Holder holder = new KubeletAccess.Holder(tenantNamespace, node, "away");
    Subject subject = new Subject(RBAC, "User", user, null);
    KubeletAccess.clusterRoles().forEach(role -> apply(admin, role));
    apply(
        admin,
        new ClusterRoleBindingBuilder(KubeletAccess.everywhere(holder))
            .withSubjects(subject)
            .build());
    apply(admin, KubeletAccess.ownTenantRole(holder, "kubeconfig-" + node));
    List.of(
            KubeletAccess.nodeLease(holder),
            KubeletAccess.ownTenantBinding(holder),
            // One for each: here there is no manager that would list them all in one.
            new RoleBindingBuilder(
                    KubeletAccess.inExtendedNamespace(namespace, "away", List.of(holder)))
                .editMetadata()
                .withName(user)
                .endMetadata()
                .build())
        .forEach(
            binding -> apply(admin, new RoleBindingBuilder(binding).withSubjects(subject).build()));
  }

  /** In the provider: what a twin namespace gives to its consumer. */
  void away(Api admin, String user) {
    apply(
        admin,
        new RoleBindingBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(user)
            .endMetadata()
            .withNewRoleRef(RBAC, "ClusterRole", Names.ROLE_VIRTUAL_KUBELET_REMOTE)
            .withSubjects(new Subject(RBAC, "User", user, null))
            .build());
  }

  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> void apply(Api admin, T object) {
    admin.patch((Kind<T>) Kind.of(object.getClass()), Ref.of(object), Patch.apply(object, "test"));
  }
}
