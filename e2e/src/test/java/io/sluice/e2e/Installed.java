package io.sluice.e2e;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.Kubelets;
import io.sluice.manager.ManagerOptions;
import io.sluice.manager.ManagerProcess;
import io.sluice.manager.Site;
import io.sluice.manager.border.Patience;
import io.sluice.manager.consumer.peering.ConsumerSteps;
import io.sluice.manager.consumer.peering.Peering;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import io.sluice.testbed.Cluster;
import io.sluice.translate.access.FlowControl;
import io.sluice.translate.access.KubeletAccess;
import io.sluice.translate.access.ManagerAccess;
import io.sluice.translate.access.TenantAccess;
import io.sluice.translate.reflect.Volumes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * A cluster that Sluice is installed in. Its manager runs in this process under the generated
 * rights and no others; it starts kubelets as processes of their own.
 */
final class Installed implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(60);
  private static final Patience PATIENCE = Patience.each(SOON);
  private static final String MANAGER = "sluice-manager";

  final Cluster cluster;
  final String id;
  private final Path folder;
  private final URI server;
  private final boolean whole;
  private final Api admin;
  private final Api managerApi;
  private ManagerProcess manager;

  /**
   * @param folder where its kubelets keep their logs
   */
  Installed(Cluster cluster, String id, Path folder) {
    this(cluster, id, folder, cluster.server());
  }

  /**
   * @param server where others find its API server
   */
  Installed(Cluster cluster, String id, Path folder, String server) {
    this(cluster, id, folder, server, false);
  }

  /** One that counts quotas and shows metrics, as `sluice install` makes it. */
  static Installed whole(Cluster cluster, String id, Path folder) {
    return new Installed(cluster, id, folder, cluster.server(), true);
  }

  private Installed(Cluster cluster, String id, Path folder, String server, boolean whole) {
    this.cluster = cluster;
    this.id = id;
    this.folder = folder;
    this.server = URI.create(server);
    this.whole = whole;
    this.admin = connect(cluster.kubeconfig(), "test");
    install();
    this.managerApi = connect(cluster.kubeconfig(MANAGER), MANAGER);
    this.manager = lead();
  }

  private void install() {
    kubectl("apply", "--server-side", "--force-conflicts", "-f", "../deploy/crds");
    // kubectl gives up on a kind that has no conditions yet
    await()
        .atMost(SOON)
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
    KubeletAccess.clusterRoles().forEach(this::apply);
    apply(ManagerAccess.clusterWide(self));
    apply(ManagerAccess.inSystemNamespace(Names.SYSTEM_NAMESPACE, self));
    apply(FlowControl.tenants());
    apply(FlowControl.heartbeats());
    apply(Volumes.virtualClass(Names.STORAGE_CLASS));
    apply(Volumes.realNamespace());
    apply(ManagerAccess.inStorageNamespace(self));
  }

  private ManagerProcess lead() {
    Kubelets kubelets =
        new Kubelets.Local(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.sluice.cli.Main",
                "kubelet"),
            folder,
            URI.create(cluster.server()));
    ManagerProcess fresh =
        new ManagerProcess(
            managerApi,
            new ManagerOptions(id, Names.SYSTEM_NAMESPACE, "manager-0", 90, whole),
            new Site(server, authority(), kubelets, whole));
    fresh.start();
    await().atMost(SOON).until(fresh::leads);
    return fresh;
  }

  /** The manager dies and another one takes over. */
  void restartManager() {
    manager.close();
    manager = lead();
  }

  Peering peering(Installed provider) {
    return new Peering(
        new Peering.Pair(id, provider.id),
        borrowing(),
        new ProviderSteps(provider.admin, PATIENCE, Clock.systemUTC()),
        step -> {});
  }

  ConsumerSteps borrowing() {
    return new ConsumerSteps(admin, PATIENCE);
  }

  String kubectl(String... arguments) {
    return cluster.kubectl(arguments).outOrThrow().strip();
  }

  /** Until every twin of an extended namespace is there. */
  void awaitExtended(String namespace) {
    kubectl(
        "wait",
        "--for=jsonpath={.status.offloadingPhase}=Ready",
        "namespaceoffloading/offloading",
        "-n=" + namespace,
        "--timeout=60s");
  }

  private String authority() {
    try {
      return Files.readString(cluster.caCertificate());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private <T extends HasMetadata> void apply(T object) {
    admin.patch((Kind<T>) Kind.of(object.getClass()), Ref.of(object), Patch.apply(object, "test"));
  }

  private static Api connect(Path kubeconfig, String agent) {
    return new Api(Endpoint.fromKubeconfig(kubeconfig, null), agent);
  }

  @Override
  public void close() {
    manager.close();
    managerApi.close();
    admin.close();
  }
}
