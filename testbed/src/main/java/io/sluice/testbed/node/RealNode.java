package io.sluice.testbed.node;

import io.sluice.testbed.build.Program;
import io.sluice.testbed.build.Programs;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.Places;
import io.sluice.testbed.host.Root;
import io.sluice.testbed.host.Shell;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.image.Images;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.plane.ControlPlane;
import io.sluice.testbed.plane.KwokNodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A kubelet with containers for one cluster, in the cluster's namespaces. */
public final class RealNode {
  /** What is needed besides the control plane. */
  public static final Set<Program> PROGRAMS =
      Set.copyOf(
          EnumSet.of(
              Program.KUBELET,
              Program.KUBE_PROXY,
              Program.AGNHOST,
              Program.CONTAINERD,
              Program.CONTAINERD_SHIM,
              Program.CTR,
              Program.PAUSE));

  private final Programs programs;
  private final ClusterFolder folder;
  private final Slot slot;
  private final NodeFiles files;

  public RealNode(Programs programs, ClusterFolder folder, Slot slot) {
    this.programs = programs;
    this.folder = folder;
    this.slot = slot;
    this.files = new NodeFiles(folder, slot);
  }

  /** Whether this machine and this user can have real nodes; packages are installed if need be. */
  public static void checkMachine() {
    if (!Root.isRoot()) {
      throw new BedException(
          "real nodes need root (network namespaces, mounts, cgroups); --nodes=kwok does not");
    }
    DebianPackages.ensure();
  }

  public static String nodeName(String cluster) {
    return cluster + "-node";
  }

  /** Makes the namespaces; everything of the cluster is started inside of them. */
  public List<String> enter() {
    new Cgroups(slot).create();
    Namespaced inside = Namespaced.create(folder);
    NodeNetwork.connect(slot, inside);
    return inside.prefix();
  }

  /** Starts containerd and gives it the images; needs no API server yet. */
  public void startRuntime(ControlPlane plane) {
    Path shim = programs.path(Program.CONTAINERD_SHIM);
    List<Path> images = images().archives();
    plane.launch(
        Component.CONTAINERD,
        List.of(
            "env",
            "PATH="
                + shim.getParent()
                + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            programs.path(Program.CONTAINERD).toString(),
            "--config",
            files.containerd().toString()));
    awaitRuntime(plane);
    images.forEach(this::importImage);
  }

  /** Gives the node further images that Kubernetes' end-to-end suite names. */
  public void importSuiteImages() {
    images().ofSuite(DebianPackages.suiteTools()).forEach(this::importImage);
  }

  private Images images() {
    return new Images(
        Places.standard(),
        programs,
        DebianPackages.command("busybox"),
        DebianPackages.command("bash"));
  }

  /** Gives the node an image out of an archive, under the names that it has there. */
  public void importImage(Path archive) {
    Shell.must(ctr("--namespace", "k8s.io", "images", "import", archive.toString()));
  }

  /** A kubelet that finds no runtime gives up, so it must not come too early. */
  public void awaitRuntime(ControlPlane plane) {
    plane.await(
        "no answer",
        Component.CONTAINERD,
        () -> Files.exists(files.socket()) && Shell.run(ctr("version")).ok());
  }

  private String[] ctr(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(programs.path(Program.CTR).toString(), "--address", files.socket().toString()));
    command.addAll(Arrays.asList(arguments));
    return command.toArray(String[]::new);
  }

  /** Waits until the API server reaches the kubelet. */
  public void awaitKubelet(ControlPlane plane) {
    String health = "/api/v1/nodes/" + nodeName(folder.name()) + "/proxy/healthz";
    plane.await("no answer", Component.KUBELET, () -> plane.api().get(health).ok());
  }

  /** Starts kubelet and kube-proxy and waits until pods can run. */
  public void startKubelet(ControlPlane plane) {
    String name = nodeName(folder.name());
    List<String> kubelet =
        new ArrayList<>(
            List.of(
                programs.path(Program.KUBELET).toString(),
                "--config=" + files.kubelet(plane.files(), name),
                "--kubeconfig=" + folder.kubeconfig("kubelet"),
                "--root-dir=" + folder.node().resolve("kubelet"),
                "--hostname-override=" + name,
                "--node-ip=" + slot.nodeAddress()));
    kubelet.addAll(plane.setting().options().tuning().flags(Component.KUBELET));
    plane.launch(Component.KUBELET, kubelet);
    List<String> proxy =
        new ArrayList<>(
            List.of(
                programs.path(Program.KUBE_PROXY).toString(),
                "--kubeconfig=" + folder.kubeconfig("kube-proxy"),
                "--hostname-override=" + name,
                "--cluster-cidr=" + slot.podCidr(),
                "--proxy-mode=nftables",
                // Limits of connection tracking belong to the whole machine: not ours to set.
                "--conntrack-max-per-core=0"));
    proxy.addAll(plane.setting().options().tuning().flags(Component.KUBE_PROXY));
    plane.launch(Component.KUBE_PROXY, proxy);
    plane.await(
        "the node is not ready", Component.KUBELET, () -> new KwokNodes(plane.api()).isReady(name));
  }
}
