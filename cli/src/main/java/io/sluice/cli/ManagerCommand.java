package io.sluice.cli;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Until;
import io.sluice.manager.Kubelets;
import io.sluice.manager.ManagerOptions;
import io.sluice.manager.ManagerProcess;
import io.sluice.manager.Site;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
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
      required = true,
      description = "name of this cluster to its peers")
  private String clusterId;

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
      names = "--api-server",
      paramLabel = "URL",
      description =
          "address of this cluster's API server as peers reach it (default: the one this process"
              + " uses)")
  private @Nullable URI apiServer;

  @Override
  public Integer call() throws Exception {
    String identity = System.getenv().getOrDefault("POD_NAME", "manager-" + UUID.randomUUID());
    ManagerOptions options =
        new ManagerOptions(clusterId, namespace, identity, sharingPercentage, resourceEnforcement);
    Endpoint endpoint = cluster.endpoint();
    Api api = new Api(endpoint, "sluice-manager");
    Site site =
        new Site(
            apiServer == null ? endpoint.server() : apiServer, authority(api), kubelets(endpoint));
    ManagerProcess manager = new ManagerProcess(api, options, site);
    manager.start();
    Until.stopped(manager);
    return Main.OK;
  }

  /** What every namespace is told about this API server. */
  private @Nullable String authority(Api api) {
    ConfigMap known = api.get(Kind.of(ConfigMap.class), new Ref(namespace, Names.ROOT_CA));
    return known.getData().get(Names.ROOT_CA_KEY);
  }

  /** In a pod, kubelets run in pods; else they are processes of this same program. */
  private Kubelets kubelets(Endpoint endpoint) {
    if (cluster.isOwnPod()) {
      return new Kubelets.Deployed();
    }
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "kubelet");
    Path folder =
        kubeletFolder == null
            ? Path.of(System.getProperty("user.home"), ".sluice", clusterId)
            : kubeletFolder.toAbsolutePath();
    return new Kubelets.Local(command, folder, endpoint.server());
  }
}
