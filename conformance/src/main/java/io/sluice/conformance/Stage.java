package io.sluice.conformance;

import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.testbed.Bed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.host.BedProcess;
import io.sluice.testbed.host.Shell;
import io.sluice.testbed.model.ClusterOptions;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.node.RealNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A home cluster whose only node is a virtual one, and the provider behind it. */
final class Stage implements AutoCloseable {
  private static final String MANAGER =
      "system:serviceaccount:" + Names.SYSTEM_NAMESPACE + ":" + Names.MANAGER;
  private static final String PATIENCE = "120s";

  private final Cluster home;
  private final Cluster provider;
  private final List<BedProcess> managers = new ArrayList<>();

  private Stage(Cluster home, Cluster provider) {
    this.home = home;
    this.provider = provider;
  }

  static Stage start(Bed bed) throws IOException {
    List<Cluster> clusters =
        bed.start(
            List.of(
                ClusterOptions.named("home").withNodes(NodeKind.REAL),
                ClusterOptions.named("provider").withNodes(NodeKind.REAL)));
    Stage stage = new Stage(clusters.getFirst(), clusters.getLast());
    Runtime.getRuntime().addShutdownHook(new Thread(stage::close)); // the bed has no record
    try {
      stage.build();
      return stage;
    } catch (IOException | RuntimeException e) {
      stage.close();
      throw e;
    }
  }

  Path kubeconfig(Side side) {
    return switch (side) {
      case BASE -> provider.kubeconfig();
      case VIRTUAL -> home.kubeconfig();
    };
  }

  private void build() throws IOException {
    // A cluster has its network from a real node; what runs on that one is not needed. Only its
    // kube-proxy stays: addresses of Services lead there, as do the node ports of the virtual node.
    List.of(Component.KUBELET, Component.CONTAINERD)
        .forEach(component -> home.component(component).kill());
    home.kubectl("delete", "node", RealNode.nodeName(home.name())).outOrThrow();
    provider.serveNames();
    provider.importSuiteImages();
    for (Cluster cluster : List.of(home, provider)) {
      sluice("install", "--kubeconfig=" + cluster.kubeconfig(), "--cluster-id=" + cluster.name());
      managers.add(manager(cluster).start());
    }
    openHome();
    apply(
        provider,
        """
        apiVersion: sluice.io/v1alpha1
        kind: TenantPolicy
        metadata: {name: suite}
        spec:
          podSecurity: {level: privileged}
          pods:
            hostNamespaces: true
            hostPath: true
            privileged: true
            serviceAccounts: ["*"]
            priorityClasses: ["*"]
            tolerationKeys: ["*"]
          objects: {externalIPs: true}
        """);
    sluice(
        "peer",
        "--kubeconfig=" + home.kubeconfig(),
        "--remote-kubeconfig=" + provider.kubeconfig(),
        "--timeout=5m");
    // Every namespace of the suite has this label from the start.
    apply(
        home,
        """
        apiVersion: sluice.io/v1alpha1
        kind: ClusterNamespaceOffloading
        metadata: {name: suite}
        spec:
          namespaceSelector: {matchExpressions: [{key: e2e-framework, operator: Exists}]}
          namespaceMappingStrategy: EnforceSameName
          podOffloadingStrategy: Remote
        """);
    home.kubectl("wait", "--for=create", "node/" + provider.name(), "--timeout=" + PATIENCE)
        .outOrThrow();
    home.kubectl(
            "wait", "--for=condition=Ready", "node/" + provider.name(), "--timeout=" + PATIENCE)
        .outOrThrow();
    soften();
  }

  /**
   * Pods of the suite call the API server that their service account is of, and some specs wait for
   * normal events.
   */
  private void openHome() throws IOException {
    apply(
        home,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: VkOptionsTemplate
        metadata: {name: %s, namespace: %s}
        spec:
          createNode: true
          disableNetworkCheck: false
          metricsEnabled: false
          containerImage: none
          extraArgs:
          - --enable-apiserver-support=true
          - --reflect-all-events=true
        """
            .formatted(Names.DEFAULT_OPTIONS_TEMPLATE, Names.SYSTEM_NAMESPACE));
    exposeHome(
        home.kubectl("get", "service/kubernetes", "-o=jsonpath={.spec.clusterIP}").outOrThrow());
  }

  /** What a network says about the home API server: in a flat one its address is the same. */
  private void exposeHome(String address) throws IOException {
    apply(
        home,
        """
        apiVersion: ipam.liqo.io/v1alpha1
        kind: IP
        metadata: {name: api-server, namespace: %s, labels: {%s: %s}}
        spec: {ip: %s}
        """
            .formatted(Names.SYSTEM_NAMESPACE, Labels.IP_TYPE, Labels.IP_TYPE_API_SERVER, address));
    home.kubectl(
            "patch",
            "ips.ipam.liqo.io/api-server",
            "--namespace=" + Names.SYSTEM_NAMESPACE,
            "--subresource=status",
            "--type=merge",
            "--patch={\"status\":{\"ip\":\"%s\"}}".formatted(address))
        .outOrThrow();
  }

  /** Many specs look for a node without taints before they begin, whatever their pods tolerate. */
  private void soften() {
    home.kubectl(
            "patch",
            "virtualnodes.offloading.liqo.io",
            "--namespace=" + Names.TENANT_NAMESPACE_PREFIX + provider.name(),
            provider.name(),
            "--type=merge",
            "--patch={\"spec\":{\"taints\":[{\"key\":\"%s\",\"effect\":\"PreferNoSchedule\"}]}}"
                .formatted(Names.TAINT_NOT_ALLOWED))
        .outOrThrow();
    home.kubectl(
            "wait",
            "node/" + provider.name(),
            "--for=jsonpath={.spec.taints[0].effect}=PreferNoSchedule",
            "--timeout=" + PATIENCE)
        .outOrThrow();
  }

  private static void apply(Cluster cluster, String yaml) throws IOException {
    Path file = cluster.kubeconfig().resolveSibling("applied.yaml");
    Files.writeString(file, yaml);
    cluster.kubectl("apply", "-f", file.toString()).outOrThrow();
  }

  /**
   * As in a pod with the network of its machine, under the identity that the installation gives it:
   * the address of the virtual node is one where node ports are served.
   */
  private static BedProcess manager(Cluster cluster) {
    Path folder = cluster.kubeconfig().resolveSibling("sluice");
    List<String> command = new ArrayList<>(inside(cluster));
    command.addAll(
        command(
            "manager",
            "--kubeconfig=" + cluster.kubeconfig(MANAGER),
            "--api-server=" + cluster.server(),
            "--kubelet-folder=" + folder.resolve("kubelets")));
    return new BedProcess(
        "manager", command, folder.resolve("manager.record"), folder.resolve("manager.log"));
  }

  private static List<String> inside(Cluster cluster) {
    long neighbour = cluster.component(Component.KUBE_PROXY).process().orElseThrow().pid();
    return List.of("nsenter", "--target", Long.toString(neighbour), "--net", "--");
  }

  private static void sluice(String... arguments) {
    Shell.must(command(arguments).toArray(String[]::new));
  }

  private static List<String> command(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.sluice.cli.Main"));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  /** The manager of the home cluster ends the kubelets that it started. */
  @Override
  public void close() {
    managers.forEach(manager -> manager.stop(Duration.ofSeconds(20)));
  }
}
