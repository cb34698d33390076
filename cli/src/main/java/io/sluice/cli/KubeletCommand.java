package io.sluice.cli;

import io.sluice.cli.shell.Surplus;
import io.sluice.engine.kube.Api;
import io.sluice.engine.lead.Elector;
import io.sluice.engine.run.Until;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.KubeletReplica;
import io.sluice.kubelet.RemoteAccess;
import io.sluice.kubelet.node.Timing;
import io.sluice.kubelet.serve.Serving;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Runs the kubelet of one virtual node; flags as in the reference where they mean the same. */
@Command(
    name = "kubelet",
    description = "Run the kubelet of one virtual node (a long-running role).")
final class KubeletCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(KubeletCommand.class);

  @Option(
      names = "--home-kubeconfig",
      paramLabel = "FILE",
      description = "kubeconfig of this cluster; default: $KUBECONFIG, the pod's own identity")
  private @Nullable Path homeKubeconfig;

  @ArgGroup(multiplicity = "1")
  private Foreign foreign = new Foreign();

  /** Where the credentials for the provider are. */
  static final class Foreign {
    @Option(
        names = "--foreign-kubeconfig",
        paramLabel = "FILE",
        description = "kubeconfig of the provider")
    private @Nullable Path file;

    @Option(
        names = "--foreign-kubeconfig-secret-name",
        paramLabel = "SECRET",
        description = "Secret in the tenant namespace with the kubeconfig of the provider")
    private @Nullable String secret;

    RemoteAccess access() {
      return file != null
          ? new RemoteAccess.InFile(file)
          : new RemoteAccess.InSecret(Objects.requireNonNull(secret));
    }
  }

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
      names = "--agentless",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      description =
          "nothing of Sluice runs in the provider: pods are kept by ReplicaSets and Jobs (default:"
              + " ${DEFAULT-VALUE})")
  private boolean agentless;

  @Option(
      names = "--node-ip",
      defaultValue = "127.0.0.1",
      description = "address of the virtual node (default: ${DEFAULT-VALUE})")
  private String nodeIp;

  @Option(
      names = "--create-node",
      arity = "1",
      defaultValue = "true",
      description = "whether there is a Node (default: ${DEFAULT-VALUE})")
  private boolean createNode;

  @Option(
      names = "--node-check-network",
      arity = "1",
      defaultValue = "true",
      description =
          "ready only while the network to the provider is up (default: ${DEFAULT-VALUE})")
  private boolean checkNetwork;

  @Option(
      names = "--node-extra-labels",
      split = ",",
      paramLabel = "KEY=VALUE",
      description = "more labels for the Node")
  private Map<String, String> extraLabels = Map.of();

  @Option(
      names = "--node-extra-annotations",
      split = ",",
      paramLabel = "KEY=VALUE",
      description = "more annotations for the Node")
  private Map<String, String> extraAnnotations = Map.of();

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

  @Mixin private ReflectionFlags reflection = new ReflectionFlags();

  @Option(
      names = "--listen-port",
      defaultValue = "10250",
      description = "HTTPS port of the node (default: ${DEFAULT-VALUE})")
  private int listenPort;

  @Option(
      names = "--certificate-type",
      defaultValue = "kubelet",
      description =
          "who signs the serving certificate: kubelet (the cluster) or self-signed (default:"
              + " ${DEFAULT-VALUE})")
  private String certificateType;

  @Option(
      names = "--client-ca-file",
      paramLabel = "FILE",
      description =
          "authorities of the API server's certificate for kubelets; default: those that the"
              + " cluster publishes")
  private @Nullable Path clientAuthorities;

  @Option(
      names = "--metrics-address",
      paramLabel = "HOST:PORT",
      description =
          "with --metrics-enabled: where this process serves its own metrics to Prometheus")
  private @Nullable String metricsAddress;

  @Option(
      names = "--metrics-enabled",
      arity = "1",
      defaultValue = "false",
      description = "serve own metrics at --metrics-address (default: ${DEFAULT-VALUE})")
  private boolean metricsEnabled;

  /** Templates are written for more than one version: what is not known here is said, not fatal. */
  @Unmatched private List<String> unknown = List.of();

  @Override
  public Integer call() throws Exception {
    unknown.forEach(flag -> LOG.atWarn().addKeyValue("flag", flag).log("not known, ignored"));
    String identity = System.getenv().getOrDefault("POD_NAME", nodeName + "-" + UUID.randomUUID());
    Api home = new ClusterAccess(homeKubeconfig).connect("sluice-kubelet");
    KubeletReplica kubelet =
        new KubeletReplica(home, foreign.access(), options(), identity, Elector.Timing.DEFAULT);
    if (metricsEnabled && metricsAddress != null) {
      MetricsEndpoint.open(metricsAddress); // until the process ends
    }
    Surplus.giveBack();
    kubelet.start();
    Until.stopped(kubelet);
    return Main.OK;
  }

  private KubeletOptions options() {
    return new KubeletOptions(
            nodeName,
            new KubeletOptions.Peer(
                homeClusterId,
                foreignClusterId,
                tenantNamespace,
                agentless ? KubeletOptions.Agent.NONE : KubeletOptions.Agent.SLUICE),
            new KubeletOptions.Appearance(
                nodeIp, createNode, checkNetwork, extraLabels, extraAnnotations),
            new Timing(pingInterval, pingTimeout, pingFailures),
            leaseDuration,
            reflection.options())
        .at(serving());
  }

  /** On every address: the Node's own is not always one of this machine's. */
  private Serving serving() {
    Serving.CertificateType type =
        certificateType.equals("self-signed")
            ? Serving.CertificateType.SELF_SIGNED
            : Serving.CertificateType.KUBELET;
    return new Serving("", listenPort, type, clientAuthorities);
  }
}
