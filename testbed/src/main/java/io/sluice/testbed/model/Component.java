package io.sluice.testbed.model;

/** A process of a cluster, in the order in which they are started. */
public enum Component {
  ETCD("etcd"),
  API_SERVER("kube-apiserver"),
  CONTROLLER_MANAGER("kube-controller-manager"),
  SCHEDULER("kube-scheduler"),
  KWOK("kwok"),
  CONTAINERD("containerd"),
  KUBELET("kubelet"),
  KUBE_PROXY("kube-proxy"),
  DNS("coredns"),
  PROVISIONER("local-path-provisioner"),
  METRICS_SERVER("metrics-server");

  private final String program;

  Component(String program) {
    this.program = program;
  }

  /** The name of the program; logs and process records are named after it. */
  public String program() {
    return program;
  }
}
