package io.sluice.cli;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.run.Until;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.KubeletProcess;
import io.sluice.kubelet.node.Timing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the kubelet of one virtual node; flags as in the reference where they mean the same. */
@Command(
    name = "kubelet",
    description = "Run the kubelet of one virtual node (a long-running role).")
final class KubeletCommand implements Callable<Integer> {
  @Option(
      names = "--home-kubeconfig",
      paramLabel = "FILE",
      description = "kubeconfig of this cluster; default: $KUBECONFIG, the pod's own identity")
  private @Nullable Path homeKubeconfig;

  @Option(
      names = "--foreign-kubeconfig",
      required = true,
      paramLabel = "FILE",
      description = "kubeconfig of the provider")
  private Path foreignKubeconfig;

  @Option(names = "--nodename", required = true, description = "name of the virtual node")
  private String nodeName;

  @Option(
      names = "--tenant-namespace",
      required = true,
      description = "namespace of this peering's objects")
  private String tenantNamespace;

  @Option(names = "--home-cluster-id", required = true, description = "ID of this cluster")
  private String homeClusterId;

  @Option(names = "--foreign-cluster-id", required = true, description = "ID of the provider")
  private String foreignClusterId;

  @Option(
      names = "--node-ip",
      defaultValue = "127.0.0.1",
      description = "address of the virtual node (default: ${DEFAULT-VALUE})")
  private String nodeIp;

  @Option(
      names = "--node-ping-interval",
      defaultValue = "PT10S",
      description = "time between checks of the provider (default: ${DEFAULT-VALUE})")
  private Duration pingInterval;

  @Option(
      names = "--node-ping-timeout",
      defaultValue = "PT5S",
      description = "time a check may take (default: ${DEFAULT-VALUE})")
  private Duration pingTimeout;

  @Option(
      names = "--node-ping-failures",
      defaultValue = "3",
      description =
          "failed checks in a row that make the node not ready (default: ${DEFAULT-VALUE})")
  private int pingFailures;

  @Option(
      names = "--node-lease-duration",
      defaultValue = "PT40S",
      description = "duration of the node's lease (default: ${DEFAULT-VALUE})")
  private Duration leaseDuration;

  @Override
  public Integer call() throws Exception {
    KubeletOptions options =
        new KubeletOptions(
            nodeName,
            new KubeletOptions.Peer(homeClusterId, foreignClusterId, tenantNamespace),
            nodeIp,
            new Timing(pingInterval, pingTimeout, pingFailures),
            leaseDuration);
    Api home = new ClusterAccess(homeKubeconfig).connect("sluice-kubelet");
    Api remote = new Api(Endpoint.fromKubeconfig(foreignKubeconfig, null), "sluice-kubelet");
    KubeletProcess kubelet = new KubeletProcess(home, remote, options);
    kubelet.start();
    Until.stopped(kubelet);
    return Main.OK;
  }
}
