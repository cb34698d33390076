package io.sluice.cli;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.AccountToken;
import io.sluice.cli.shell.Jvm;
import io.sluice.cli.shell.Surplus;
import io.sluice.cli.shell.Target;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Until;
import io.sluice.manager.Kubelets;
import io.sluice.manager.ManagerOptions;
import io.sluice.manager.ManagerProcess;
import io.sluice.manager.Site;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the manager of one cluster. */
@Command(name = "manager", description = "Run the manager of this cluster (a long-running role).")
final class ManagerCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;

  @Option(
      names = "--cluster-id",
      description = "name of this cluster to its peers (default: what `sluice install` was told)")
  private @Nullable String clusterId;

  @Option(
      names = "--namespace",
      defaultValue = Names.SYSTEM_NAMESPACE,
      description = "namespace of Sluice (default: ${DEFAULT-VALUE})")
  private String namespace;

  @Option(
      names = "--sharing-percentage",
      defaultValue = "90",
      description = "share of what is free that is lent, 0 to 100 (default: ${DEFAULT-VALUE})")
  private int sharingPercentage;

  @Option(
      names = "--resource-plugin-address",
      paramLabel = "HOST:PORT",
      defaultValue = "",
      description = "a resource plugin that says what is lent to whom, instead of the percentage")
  private String resourcePlugin;

  @Option(
      names = "--enable-resource-enforcement",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "refuse pods beyond a slice's quota (default: ${DEFAULT-VALUE})")
  private boolean resourceEnforcement;

  @Option(
      names = "--kubelet-folder",
      paramLabel = "FOLDER",
      description =
          "outside a cluster: where kubelets of virtual nodes keep logs and credentials (default:"
              + " .sluice/CLUSTER-ID in your home folder)")
  private @Nullable Path kubeletFolder;

  @Option(
      names = {"--api-server-url", "--api-server"},
      paramLabel = "URL",
      description =
          "address of this cluster's API server as peers reach it (default: the one this process"
              + " uses)")
  private @Nullable URI apiServer;

  @Option(
      names = "--api-server-ca",
      paramLabel = "FILE",
      description = "certificates in PEM that peers check it against (default: the cluster's own)")
  private @Nullable Path apiServerCa;

  @Option(
      names = "--metrics-api",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "let consumers read what this cluster's kubelets measure of their pods (default:"
              + " ${DEFAULT-VALUE})")
  private boolean metricsApi;

  @Option(
      names = "--metrics-address",
      paramLabel = "HOST:PORT",
      description = "where this process serves its own metrics to Prometheus (default: nowhere)")
  private @Nullable String metricsAddress;

  @Option(
      names = "--own-rights",
      description =
          "outside a cluster: run with the rights of the kubeconfig's user, and not with those of"
              + " the ServiceAccount that `sluice install` made")
  private boolean ownRights;

  @Override
  public Integer call() throws Exception {
    String identity = System.getenv().getOrDefault("POD_NAME", "manager-" + UUID.randomUUID());
    try (Target person = cluster.open()) {
      String id = clusterId == null ? person.installation(namespace).clusterId() : clusterId;
      ManagerOptions options =
          new ManagerOptions(
              id, namespace, identity, sharingPercentage, resourceEnforcement, resourcePlugin);
      Endpoint endpoint = endpoint(person);
      Site site =
          new Site(
              apiServer == null ? endpoint.server() : apiServer,
              authority(person),
              kubelets(id, endpoint),
              metricsApi);
      // Audit logs tell the replicas apart.
      Api api = new Api(endpoint, Names.MANAGER + " (" + identity + ")");
      ManagerProcess manager = new ManagerProcess(api, options, site);
      if (metricsAddress != null) {
        MetricsEndpoint.open(metricsAddress); // until the process ends
      }
      Surplus.giveBack();
      manager.start();
      Until.stopped(manager);
      return Main.OK;
    }
  }

  /** In a pod the identity is the pod's; else the manager gets the same one by its token. */
  private Endpoint endpoint(Target person) {
    if (cluster.isOwnPod() || ownRights) {
      return cluster.endpoint();
    }
    Ref account = new Ref(namespace, Names.MANAGER);
    AccountToken token = new AccountToken(person.api(), account, Clock.systemUTC());
    person.ask(() -> Optional.ofNullable(token.get())); // a missing right is said now, not later
    return cluster.endpoint(token);
  }

  /** What every namespace is told about this API server. */
  private @Nullable String authority(Target person) throws IOException {
    if (apiServerCa != null) {
      return Files.readString(apiServerCa);
    }
    Ref ref = new Ref(namespace, Names.ROOT_CA);
    return person
        .ask(() -> person.api().get(Kind.of(ConfigMap.class), ref))
        .getData()
        .get(Names.ROOT_CA_KEY);
  }

  /** In a pod, kubelets run in pods; else they are processes of this same program. */
  private Kubelets kubelets(String id, Endpoint endpoint) {
    if (cluster.isOwnPod()) {
      return new Kubelets.Deployed();
    }
    Path folder =
        kubeletFolder == null
            ? Path.of(System.getProperty("user.home"), ".sluice", id)
            : kubeletFolder.toAbsolutePath();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Jvm.flags(folder));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "kubelet"));
    return new Kubelets.Local(command, folder, endpoint.server());
  }
}
