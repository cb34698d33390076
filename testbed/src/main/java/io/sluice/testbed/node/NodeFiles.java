package io.sluice.testbed.node;

import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.image.Images;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.pki.Authority;
import io.sluice.testbed.plane.PlaneFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes what containerd, CNI and the kubelet of a cluster read. */
final class NodeFiles {
  private final ClusterFolder folder;
  private final Slot slot;
  private final Path node;

  NodeFiles(ClusterFolder folder, Slot slot) {
    this.folder = folder;
    this.slot = slot;
    this.node = folder.node();
  }

  Path socket() {
    return node.resolve("containerd.sock");
  }

  Path containerd() {
    cni();
    return write(
        "containerd.toml",
        """
        version = 3
        root = "%1$s/containerd"
        state = "%1$s/state"
        [grpc]
          address = "%2$s"
        [plugins.'io.containerd.internal.v1.opt']
          path = "%1$s/opt"
        [plugins.'io.containerd.nri.v1.nri']
          disable = true
        [plugins.'io.containerd.cri.v1.images']
          snapshotter = "overlayfs"
          [plugins.'io.containerd.cri.v1.images'.pinned_images]
            sandbox = "%3$s"
        [plugins.'io.containerd.cri.v1.runtime']
          # Without it runc may not lower the score of a container here and gives up.
          restrict_oom_score_adj = true
          # Not in /run/netns, where they would stay behind.
          netns_mounts_under_state_dir = true
          [plugins.'io.containerd.cri.v1.runtime'.cni]
            bin_dirs = ["%4$s"]
            conf_dir = "%1$s/cni"
        """
            .formatted(node, socket(), Images.PAUSE, DebianPackages.cniPlugins()));
  }

  private void cni() {
    // No masquerading: pods of all clusters see each other's addresses.
    write(
        "cni/10-bridge.conflist",
        """
        {"cniVersion": "0.4.0", "name": "%1$s", "plugins": [
          {"type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": false,
           "hairpinMode": true,
           "ipam": {"type": "host-local", "dataDir": "%2$s/ipam",
                    "ranges": [[{"subnet": "%3$s"}]], "routes": [{"dst": "0.0.0.0/0"}]}},
          {"type": "portmap", "capabilities": {"portMappings": true}}]}
        """
            .formatted(slot.label(), node, slot.nodePodCidr()));
  }

  Path kubelet(PlaneFiles plane, String nodeName) {
    String dns = slot.serviceAddress(10);
    Path resolver = write("resolv.conf", "nameserver " + dns + "\n");
    try {
      plane
          .pki()
          .authority()
          .issue(
              "system:node:" + nodeName,
              List.of("system:nodes"),
              List.of(Authority.dns(nodeName), Authority.ip(slot.nodeAddress())))
          .write(folder.pki(), "kubelet");
    } catch (IOException e) {
      throw new BedException("can't write the kubelet's certificate", e);
    }
    plane.kubeconfig(
        "system:node:" + nodeName, List.of("system:nodes"), folder.kubeconfig("kubelet"));
    return write("kubelet.yaml", kubeletConfig(dns, resolver));
  }

  private String kubeletConfig(String dns, Path resolver) {
    return """
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        authentication:
          anonymous: {enabled: false}
          webhook: {enabled: true}
          x509: {clientCAFile: %1$s/ca.crt}
        authorization: {mode: Webhook}
        tlsCertFile: %1$s/kubelet.crt
        tlsPrivateKeyFile: %1$s/kubelet.key
        cgroupDriver: cgroupfs
        cgroupRoot: /%2$s
        failCgroupV1: false
        failSwapOn: false
        enforceNodeAllocatable: []
        containerRuntimeEndpoint: unix://%3$s
        podLogsDir: %4$s/pod-logs
        evictionHard: {memory.available: "100Mi"}
        imageGCHighThresholdPercent: 100
        clusterDomain: cluster.local
        clusterDNS: ["%5$s"]
        resolvConf: %6$s
        """
        .formatted(folder.pki(), slot.label(), socket(), node, dns, resolver);
  }

  private Path write(String name, String text) {
    try {
      Path file = node.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new BedException("can't write " + node.resolve(name) + ": " + e.getMessage(), e);
    }
  }
}
