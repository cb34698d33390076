package io.sluice.cli;

import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command reaches the other one of two clusters. */
final class RemoteAccess {
  @Option(
      names = "--remote-kubeconfig",
      paramLabel = "FILE",
      description = "kubeconfig of the remote cluster; default: the local one's")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--remote-context",
      description = "context of the remote cluster in its kubeconfig; default: the current one")
  private @Nullable String context;

  boolean isGiven() {
    return kubeconfig != null || context != null;
  }

  Target open(ClusterAccess local) {
    if (!isGiven()) {
      throw Trouble.usage(
          "which remote cluster is not said", "give --remote-kubeconfig, --remote-context or both");
    }
    Endpoint endpoint =
        kubeconfig == null ? local.endpoint(context) : Endpoint.fromKubeconfig(kubeconfig, context);
    return new Target(new Api(endpoint, "sluice"), "remote");
  }
}
