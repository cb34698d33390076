package io.sluice.testbed;

import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.build.Program;
import io.sluice.testbed.build.Programs;
import io.sluice.testbed.host.BedProcess;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.Shell;
import io.sluice.testbed.model.ClusterOptions;
import io.sluice.testbed.model.CommandResult;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.node.DataPlane;
import io.sluice.testbed.node.MetricsServer;
import io.sluice.testbed.node.NodeNetwork;
import io.sluice.testbed.node.NodeServices;
import io.sluice.testbed.node.RealNode;
import io.sluice.testbed.plane.Api;
import io.sluice.testbed.plane.ControlPlane;
import io.sluice.testbed.plane.KwokNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A running cluster. */
public final class Cluster {
  private static final Duration KUBECTL = Duration.ofMinutes(3);

  private final ControlPlane plane;
  private final Programs programs;
  private final ClusterFolder folder;
  private final Map<Bearer, Path> minted = new ConcurrentHashMap<>();

  private record Bearer(String user, List<String> groups) {}

  Cluster(ControlPlane plane, Programs programs) {
    this.plane = plane;
    this.programs = programs;
    this.folder = plane.setting().folder();
  }

  public String name() {
    return options().name();
  }

  public ClusterOptions options() {
    return plane.setting().options();
  }

  /** The administrator's kubeconfig. */
  public Path kubeconfig() {
    return folder.adminKubeconfig();
  }

  /**
   * An identity with a client certificate of its own, so that the audit log tells it apart. The
   * same name and groups give the same file.
   */
  public Path kubeconfig(String user, String... groups) {
    return minted.computeIfAbsent(new Bearer(user, List.of(groups)), this::mint);
  }

  private Path mint(Bearer bearer) {
    String words = bearer.user().replaceAll("[^A-Za-z0-9._-]", "_");
    String file = words + "-" + Integer.toHexString(bearer.hashCode());
    return plane.files().kubeconfig(bearer.user(), bearer.groups(), folder.kubeconfig(file));
  }

  public String server() {
    return plane.setting().server();
  }

  public Path caCertificate() {
    return folder.pki().resolve("serving-ca.crt");
  }

  /**
   * From now on another authority signs for the API server, whose address stays. Everything of the
   * cluster itself and every kubeconfig that was given out knows that one only.
   */
  public void changeAuthority() {
    plane.changeAuthority();
  }

  public AuditLog audit() {
    return new AuditLog(folder.auditLog());
  }

  public String podCidr() {
    return plane.setting().slot().podCidr();
  }

  public String serviceCidr() {
    return plane.setting().slot().serviceCidr();
  }

  /** The address of a real node, and of the API server of a cluster that has one. */
  public String nodeAddress() {
    return plane.setting().slot().nodeAddress();
  }

  /** The address under which the cluster reaches what runs on this machine beside it. */
  public String machineAddress() {
    return plane.setting().ownNetwork() ? NodeNetwork.GATEWAY : "127.0.0.1";
  }

  /** What the pods of this cluster send to those of another. */
  public DataPlane dataPlaneTo(Cluster other) {
    return new DataPlane(folder, other.folder);
  }

  /** Requests of the bed itself; its identity in the audit log is {@code testbed}. */
  public Api api() {
    return plane.api();
  }

  /** Makes a fake node and waits until it is ready. */
  public void addKwokNode(
      String node, Map<String, String> labels, Map<String, String> allocatable) {
    KwokNodes nodes = new KwokNodes(plane.api());
    nodes.add(node, labels, allocatable);
    nodes.awaitReady(node);
  }

  public void removeKwokNode(String node) {
    new KwokNodes(plane.api()).remove(node);
  }

  /** The process of a component, to be killed, paused or restarted. */
  public BedProcess component(Component component) {
    return plane.process(component);
  }

  /** Starts a component again and waits until it serves. */
  public void restart(Component component) {
    component(component).restart();
    switch (component) {
      case ETCD, API_SERVER -> plane.awaitApi();
      case CONTAINERD -> realNode().awaitRuntime(plane);
      case KUBELET -> realNode().awaitKubelet(plane);
      case CONTROLLER_MANAGER, SCHEDULER, KWOK, KUBE_PROXY, DNS, PROVISIONER, METRICS_SERVER ->
          plane.awaitApi();
    }
  }

  /** Pods of a real node resolve names from here on; only whoever needs that waits for it. */
  public void serveNames() {
    new NodeServices(programs, plane).serveNames();
  }

  /** Claims of class {@link NodeServices#STORAGE_CLASS} get volumes on the real node. */
  public void serveVolumes() {
    new NodeServices(programs, plane).serveVolumes();
  }

  /** Adds metrics-server to a cluster with a real node; its first numbers come some 20 s later. */
  public void serveMetrics() {
    new MetricsServer(plane, programs).start();
  }

  /** Gives the real node of this cluster an image; nothing is ever pulled. */
  public void importImage(Path archive) {
    realNode().importImage(archive);
  }

  /** Gives the real node of this cluster further images that Kubernetes' own suite names. */
  public void importSuiteImages() {
    realNode().importSuiteImages();
  }

  private RealNode realNode() {
    return new RealNode(programs, folder, plane.setting().slot());
  }

  public Path log(Component component) {
    return folder.log(component);
  }

  /** Runs the bed's kubectl as the administrator. */
  public CommandResult kubectl(String... arguments) {
    return Shell.run(KUBECTL, Map.of(), kubectlCommand(arguments));
  }

  /** The same as a command line, for those who want to talk to it. */
  public List<String> kubectlCommand(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(programs.path(Program.KUBECTL).toString(), "--kubeconfig=" + kubeconfig()));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  ClusterFolder folder() {
    return folder;
  }

  /** Everything that a start promises: pods can be created and there is a node for them. */
  void start() {
    switch (options().nodes()) {
      case NONE -> plane.start();
      case KWOK -> {
        plane.start();
        startKwokNodes();
      }
      case REAL -> {
        RealNode node = realNode();
        plane.enter(node::enter);
        Parallel.all(
            List.of(Parallel.task(plane::start), Parallel.task(() -> node.startRuntime(plane))));
        node.startKubelet(plane);
      }
    }
  }

  private void startKwokNodes() {
    KwokNodes nodes = new KwokNodes(plane.api());
    List<String> names = new ArrayList<>();
    for (int i = 0; i < options().kwokNodes(); i++) {
      names.add(name() + "-kwok-" + i);
    }
    names.forEach(node -> nodes.add(node, Map.of(), Map.of()));
    names.forEach(nodes::awaitReady);
  }

  void closeClients() {
    plane.close();
  }

  @Override
  public String toString() {
    return name() + " at " + server();
  }
}
