package io.sluice.faults;

import io.sluice.testbed.Cluster;
import java.util.Map;

/** What happens to the first node of a provider. */
record FakeNodes(Cluster cluster) {

  void drain() {
    kubectl("drain", first(), "--force", "--ignore-daemonsets", "--timeout=60s");
  }

  void uncordon() {
    kubectl("uncordon", first());
  }

  /** Nobody speaks for it any more; a person says that it will not come back. */
  void die() {
    kubectl("annotate", "node", first(), "kwok.x-k8s.io/node-");
    kubectl(
        "patch",
        "node",
        first(),
        "--subresource=status",
        "--type=strategic",
        "-p",
        "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"Unknown\",\"reason\":\"NodeStatusUnknown\"}]}}");
    kubectl("taint", "node", first(), "node.kubernetes.io/out-of-service=nodeshutdown:NoExecute");
  }

  void replace() {
    cluster.removeKwokNode(first());
    cluster.addKwokNode(first(), Map.of(), Map.of());
  }

  private String first() {
    return cluster.name() + "-kwok-0";
  }

  private void kubectl(String... arguments) {
    cluster.kubectl(arguments).outOrThrow();
  }
}
