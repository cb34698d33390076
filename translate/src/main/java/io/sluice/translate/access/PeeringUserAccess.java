package io.sluice.translate.access;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody needs in a provider to peer one consumer with it, and nothing more (§8.2): the
 * tenant namespace of that consumer, and to see which cluster this is.
 */
public final class PeeringUserAccess {
  private static final String NAME = "sluice-peering-user";
  private static final List<Rule> TENANT =
      List.of(
          Rule.on("", List.of("secrets"), List.of("create")),
          Rule.named("", "secrets", List.of("get", "delete"), Names.NONCE_SECRET),
          Rule.on(
              "authentication.liqo.io",
              List.of("tenants"),
              List.of("create", "get", "list", "patch", "delete")));

  private PeeringUserAccess() {}

  /**
   * Whom the rights are for; another user of the same consumer takes them over.
   *
   * @param user a name that nobody had before
   */
  public record Holder(String user, String consumer, String tenantNamespace) {}

  public static List<HasMetadata> of(Holder holder, String systemNamespace) {
    List<HasMetadata> all = new ArrayList<>();
    all.add(role(holder, holder.tenantNamespace(), NAME, TENANT));
    all.add(binding(holder, holder.tenantNamespace(), NAME));
    all.addAll(outsideTenantNamespace(holder, systemNamespace));
    return all;
  }

  /** What does not go with the tenant namespace. */
  public static List<HasMetadata> outsideTenantNamespace(Holder holder, String systemNamespace) {
    String everywhere = NAME + "-" + holder.consumer();
    return List.of(
        role(
            holder,
            systemNamespace,
            everywhere,
            List.of(Rule.named("", "configmaps", List.of("get"), Names.CLUSTER_ID_CONFIG_MAP))),
        binding(holder, systemNamespace, everywhere),
        new ClusterRoleBuilder()
            .withMetadata(metadata(holder, null, everywhere))
            .withRules(
                Rule.named(
                        "", "namespaces", List.of("get"), "kube-system", holder.tenantNamespace())
                    .toPolicyRule())
            .build(),
        new ClusterRoleBindingBuilder()
            .withMetadata(metadata(holder, null, everywhere))
            .withNewRoleRef(Roles.RBAC, Roles.CLUSTER_ROLE, everywhere)
            .withSubjects(Roles.user(holder.user()))
            .build());
  }

  private static HasMetadata role(Holder holder, String namespace, String name, List<Rule> rules) {
    return new RoleBuilder()
        .withMetadata(metadata(holder, namespace, name))
        .withRules(rules.stream().map(Rule::toPolicyRule).toList())
        .build();
  }

  private static HasMetadata binding(Holder holder, String namespace, String name) {
    return new RoleBindingBuilder()
        .withMetadata(metadata(holder, namespace, name))
        .withNewRoleRef(Roles.RBAC, "Role", name)
        .withSubjects(Roles.user(holder.user()))
        .build();
  }

  private static ObjectMeta metadata(Holder holder, @Nullable String namespace, String name) {
    return new ObjectMetaBuilder()
        .withNamespace(namespace)
        .withName(name)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, holder.consumer())
        .build();
  }
}
