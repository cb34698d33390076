package io.sluice.manager.provider;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.authentication.AuthzPolicy;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.authentication.TenantSpec;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.testbed.Cluster;
import io.sluice.translate.access.ManagerAccess;
import io.sluice.translate.access.TenantAccess;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A provider cluster with our CRDs, and short words for what tests do in it. */
public final class ProviderBed {
  public static final String MANAGER = "sluice-manager";

  private final Cluster cluster;
  private final Api admin;

  public ProviderBed(Cluster cluster) {
    this.cluster = cluster;
    cluster.kubectl("apply", "--server-side", "-f", "../deploy/crds").outOrThrow();
    // kubectl fails instead of waiting while a definition has no conditions at all yet.
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                cluster
                        .kubectl(
                            "wait", "--for=condition=Established", "crd", "--all", "--timeout=60s")
                        .exitCode()
                    == 0);
    this.admin = new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(), null), "test");
    ensure(namespace(Names.SYSTEM_NAMESPACE, Map.of()));
    installRights();
  }

  /** The manager runs with what its table of rights says, never as an administrator. */
  private void installRights() {
    Subject manager = ManagerAccess.subject(MANAGER);
    ManagerAccess.clusterRoles().forEach(this::apply);
    TenantAccess.clusterRoles().forEach(this::apply);
    apply(ManagerAccess.clusterWide(manager));
    apply(ManagerAccess.inSystemNamespace(Names.SYSTEM_NAMESPACE, manager));
  }

  public Cluster cluster() {
    return cluster;
  }

  public Api admin() {
    return admin;
  }

  /** The identity of the manager, which the audit log tells from all others. */
  public Api manager() {
    return as(MANAGER);
  }

  public Api as(String user, String... groups) {
    return new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(user, groups), null), user);
  }

  /** A consumer that has peered: its tenant namespace with the Tenant in it. */
  public String tenant(String consumer) {
    String namespace = Names.TENANT_NAMESPACE_PREFIX + consumer;
    ensure(
        namespace(
            namespace,
            Map.of(Labels.REMOTE_CLUSTER_ID, consumer, Labels.TENANT_NAMESPACE, Labels.TRUE)));
    Tenant tenant = new Tenant();
    tenant.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(consumer)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, consumer)
            .build());
    tenant.setSpec(
        new TenantSpec(
            consumer, AuthzPolicy.KEYS_EXCHANGE, null, null, null, null, TenantCondition.ACTIVE));
    ensure(tenant);
    return namespace;
  }

  public static Namespace namespace(String name, Map<String, String> labels) {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(labels)
        .endMetadata()
        .build();
  }

  @SuppressWarnings("unchecked")
  public <T extends HasMetadata> T apply(T object) {
    return admin.patch(
        (Kind<T>) Kind.of(object.getClass()), Ref.of(object), Patch.apply(object, "test"));
  }

  /** Creates what is not there yet. */
  public <T extends HasMetadata> void ensure(T object) {
    try {
      create(object);
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.EXISTS)) {
        throw failure;
      }
    }
  }

  @SuppressWarnings("unchecked")
  public <T extends HasMetadata> T create(T object) {
    return admin.create((Kind<T>) Kind.of(object.getClass()), object);
  }

  public <T extends HasMetadata> @Nullable T find(Class<T> type, String namespace, String name) {
    try {
      return admin.get(Kind.of(type), new Ref(namespace, name));
    } catch (ApiFailure failure) {
      if (failure.is(Problem.NOT_FOUND)) {
        return null;
      }
      throw failure;
    }
  }

  public <T extends HasMetadata> T get(Class<T> type, String namespace, String name) {
    return admin.get(Kind.of(type), new Ref(namespace, name));
  }

  /** Deletes without waiting; what is not there is gone. */
  public <T extends HasMetadata> void delete(Class<T> type, String namespace, String name) {
    String path = Kind.of(type).path(new Ref(namespace, name));
    cluster.api().delete(path + "?gracePeriodSeconds=0");
  }
}
