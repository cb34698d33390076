package io.sluice.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.provider.tenancy.ProviderSettings;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.CommandResult;
import io.sluice.translate.access.BorderObjects;
import io.sluice.translate.access.FlowControl;
import io.sluice.translate.access.ManagerAccess;
import io.sluice.translate.access.TenantAccess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

/**
 * One cluster that Sluice is installed in: its kinds, its roles, and a manager that has the rights
 * of the table and no others.
 */
public final class Side implements AutoCloseable {
  private static final String MANAGER = "sluice-manager";

  private final Cluster cluster;
  private final String id;
  private final Api admin;
  private final Api manager;

  public Side(Cluster cluster, String id) {
    this.cluster = cluster;
    this.id = id;
    this.admin = new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(), null), "test");
    install();
    this.manager = new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(MANAGER), null), MANAGER);
  }

  private void install() {
    kubectl("apply", "--server-side", "-f", "../deploy/crds");
    // kubectl gives up on a kind that says nothing of itself yet
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> cluster.kubectl("wait", "--for=condition=Established", "crd", "--all").ok());
    Subject self = ManagerAccess.subject(MANAGER);
    apply(
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(Names.SYSTEM_NAMESPACE)
            .endMetadata()
            .build());
    TenantAccess.clusterRoles().forEach(this::apply);
    ManagerAccess.clusterRoles().forEach(this::apply);
    apply(ManagerAccess.clusterWide(self));
    apply(ManagerAccess.inSystemNamespace(Names.SYSTEM_NAMESPACE, self));
    apply(BorderObjects.policy());
    apply(BorderObjects.binding());
    apply(FlowControl.tenants());
    apply(FlowControl.heartbeats());
  }

  public String id() {
    return id;
  }

  /** Somebody who may do everything, for what people would do. */
  public Api admin() {
    return admin;
  }

  /** The manager, under its generated rights. */
  public Api manager() {
    return manager;
  }

  public ProviderSettings settings(ProviderSettings.Lives lives) {
    try {
      return new ProviderSettings(
          id,
          URI.create(cluster.server()),
          Files.readString(cluster.caCertificate()),
          lives,
          LimitsEnforcement.NONE);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public String tenantNamespace(String peer) {
    return create(TenantNamespaces.make(peer)).getMetadata().getName();
  }

  @SuppressWarnings("unchecked")
  public <T extends HasMetadata> T create(T object) {
    return admin.create((Kind<T>) Kind.of(object.getClass()), object);
  }

  @SuppressWarnings("unchecked")
  public <T extends HasMetadata> T apply(T object) {
    return admin.patch(
        (Kind<T>) Kind.of(object.getClass()), Ref.of(object), Patch.apply(object, "test"));
  }

  public <T extends HasMetadata> Optional<T> find(Class<T> type, Ref ref) {
    try {
      return Optional.of(admin.get(Kind.of(type), ref));
    } catch (ApiFailure failure) {
      assertThat(failure.problem()).as(failure.getMessage()).isEqualTo(Problem.NOT_FOUND);
      return Optional.empty();
    }
  }

  public void kubectl(String... arguments) {
    CommandResult result = cluster.kubectl(arguments);
    assertThat(result.exitCode()).as(result.err()).isZero();
  }

  @Override
  public void close() {
    manager.close();
    admin.close();
  }
}
