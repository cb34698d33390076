package io.sluice.cli;

import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command reaches the cluster that it is about. */
final class ClusterAccess {
  private static final Path USUAL = Path.of(System.getProperty("user.home"), ".kube", "config");

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "kubeconfig of the cluster; default: $KUBECONFIG, the pod's own identity,"
              + " ~/.kube/config")
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
    return file() == null && isPod();
  }

  /** As kubectl looks for it; in a pod, only what was said. */
  private @Nullable Path file() {
    String environment = System.getenv().getOrDefault("KUBECONFIG", "");
    if (kubeconfig != null) {
      return kubeconfig;
    }
    if (environment.contains(File.pathSeparator)) {
      throw Trouble.usage(
          "KUBECONFIG names several files: " + environment, "say with --kubeconfig which one");
    }
    if (!environment.isEmpty()) {
      return Path.of(environment);
    }
    return !isPod() && Files.exists(USUAL) ? USUAL : null;
  }

  private static boolean isPod() {
    return System.getenv("KUBERNETES_SERVICE_HOST") != null;
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
    if (isPod()) {
      return Endpoint.inCluster();
    }
    throw Trouble.usage(
        "which cluster is not said, and there is no " + USUAL,
        "give --kubeconfig or set KUBECONFIG");
  }
}
