package io.sluice.cli;

import io.sluice.cli.shell.Target;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command reaches the cluster that it is about. */
final class ClusterAccess {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "kubeconfig of the cluster; default: $KUBECONFIG, the pod's own identity")
  private @Nullable Path kubeconfig;

  @Option(names = "--context", description = "context in the kubeconfig; default: the current one")
  private @Nullable String context;

  ClusterAccess() {}

  ClusterAccess(@Nullable Path kubeconfig) {
    this.kubeconfig = kubeconfig;
  }

  Api connect(String userAgent) {
    return new Api(endpoint(), userAgent);
  }

  /** Whether the cluster is the one that this process runs in as a pod. */
  boolean isOwnPod() {
    return file() == null && System.getenv("KUBERNETES_SERVICE_HOST") != null;
  }

  private @Nullable Path file() {
    String environment = System.getenv("KUBECONFIG");
    return kubeconfig != null || environment == null ? kubeconfig : Path.of(environment);
  }

  /** For a person's command. */
  Target open() {
    return new Target(connect("sluice"), "local");
  }

  Endpoint endpoint() {
    return endpoint(context);
  }

  /** The same cluster, asked by the one whose token it is. */
  Endpoint endpoint(Endpoint.Token other) {
    Path file = file();
    return file == null ? endpoint() : Endpoint.fromKubeconfig(file, context, other);
  }

  Endpoint endpoint(@Nullable String context) {
    Path file = file();
    if (file != null) {
      return Endpoint.fromKubeconfig(file, context);
    }
    if (System.getenv("KUBERNETES_SERVICE_HOST") != null) {
      return Endpoint.inCluster();
    }
    throw new IllegalArgumentException("no cluster: give --kubeconfig or set KUBECONFIG");
  }
}
