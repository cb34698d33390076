package io.sluice.testbed.build;

import java.util.regex.Pattern;

/** A program that a cluster is made of, and the version that will do. */
public enum Program {
  KUBE_APISERVER("kube-apiserver", GoModule.KUBERNETES, "cmd/kube-apiserver"),
  KUBE_CONTROLLER_MANAGER(
      "kube-controller-manager", GoModule.KUBERNETES, "cmd/kube-controller-manager"),
  KUBE_SCHEDULER("kube-scheduler", GoModule.KUBERNETES, "cmd/kube-scheduler"),
  KUBECTL("kubectl", GoModule.KUBERNETES, "cmd/kubectl"),
  KUBELET("kubelet", GoModule.KUBERNETES, "cmd/kubelet"),
  KUBE_PROXY("kube-proxy", GoModule.KUBERNETES, "cmd/kube-proxy"),
  AGNHOST("agnhost", GoModule.KUBERNETES, "test/images/agnhost"),
  E2E_TEST("e2e.test", GoModule.SUITE, "test/e2e"),
  ETCD("etcd", GoModule.ETCD, ""),
  KWOK("kwok", GoModule.KWOK, "cmd/kwok"),
  CONTAINERD("containerd", GoModule.CONTAINERD, "cmd/containerd"),
  CONTAINERD_SHIM("containerd-shim-runc-v2", GoModule.CONTAINERD, "cmd/containerd-shim-runc-v2"),
  CTR("ctr", GoModule.CONTAINERD, "cmd/ctr"),
  COREDNS("coredns", GoModule.COREDNS, ""),
  METRICS_SERVER("metrics-server", GoModule.METRICS_SERVER, "cmd/metrics-server"),
  LOCAL_PATH("local-path-provisioner", GoModule.LOCAL_PATH, ""),
  PAUSE("pause", GoModule.PAUSE, "");

  private final String file;
  private final GoModule module;
  private final String folder;

  Program(String file, GoModule module, String folder) {
    this.file = file;
    this.module = module;
    this.folder = folder;
  }

  public String file() {
    return file;
  }

  public GoModule module() {
    return module;
  }

  /** The Go package that is built. */
  String goPackage() {
    return folder.isEmpty() ? module.path() : module.path() + "/" + folder;
  }

  /** What the answer to {@code --version} must contain for a program found on the machine. */
  Pattern accepted() {
    return module.accepted();
  }

  /** Only in the cache: not an ordinary command that a machine may have in its own version. */
  boolean ownBuildOnly() {
    return switch (this) {
      case PAUSE, AGNHOST, E2E_TEST, CONTAINERD_SHIM, COREDNS, LOCAL_PATH, METRICS_SERVER -> true;
      case KUBE_APISERVER,
          KUBE_CONTROLLER_MANAGER,
          KUBE_SCHEDULER,
          KUBECTL,
          KUBELET,
          KUBE_PROXY,
          ETCD,
          KWOK,
          CONTAINERD,
          CTR ->
          false;
    };
  }
}
