package io.sluice.testbed.build;

import java.util.List;
import java.util.regex.Pattern;

/** A pinned go.mod of ours and how the programs in it are linked. */
public enum GoModule {
  KUBERNETES("kubernetes", "k8s.io/kubernetes", "1.36.3", "v1\\.36\\.") {
    @Override
    List<String> flags() {
      return kubernetesFlags();
    }
  },
  /** Kubernetes' own end-to-end suite: a test program, which needs further modules. */
  SUITE("suite", "k8s.io/kubernetes", "1.36.3", "^$") {
    @Override
    List<String> flags() {
      return kubernetesFlags();
    }

    @Override
    List<String> command() {
      return List.of("test", "-c");
    }
  },
  ETCD("etcd", "go.etcd.io/etcd/server/v3", "3.6.16", "etcd Version: 3\\.([6-9]|\\d\\d)\\."),
  KWOK("kwok", "sigs.k8s.io/kwok", "0.8.0", "v0\\.8\\."),
  CONTAINERD("containerd", "github.com/containerd/containerd/v2", "2.4.2", "\\bv?2\\.\\d+\\.") {
    @Override
    List<String> flags() {
      return List.of("-tags", "no_btrfs no_devmapper no_zfs", "-ldflags", "-s -w");
    }
  },
  COREDNS("coredns", "sluice.test/bed/coredns", "1.14.7", "^$"),
  METRICS_SERVER("metrics-server", "sigs.k8s.io/metrics-server", "0.9.0", "^$"),
  LOCAL_PATH("localpath", "github.com/rancher/local-path-provisioner", "0.0.30", "^$"),
  PAUSE("pause", "sluice.test/bed/pause", "1", "^$");

  private final String folder;
  private final String path;
  private final String version;
  private final Pattern accepted;

  GoModule(String folder, String path, String version, String accepted) {
    this.folder = folder;
    this.path = path;
    this.version = version;
    this.accepted = Pattern.compile(accepted);
  }

  public String version() {
    return version;
  }

  String folder() {
    return folder;
  }

  String path() {
    return path;
  }

  Pattern accepted() {
    return accepted;
  }

  List<String> flags() {
    return List.of("-ldflags", "-s -w");
  }

  /** What the Go client is told to do; with -v it names every package that it compiles. */
  List<String> command() {
    return List.of("build", "-v");
  }

  /** Without these the programs report no version. */
  List<String> kubernetesFlags() {
    String base = "-X k8s.io/component-base/version.";
    return List.of(
        "-ldflags",
        "-s -w "
            + (base + "gitVersion=v" + version + " ")
            + (base + "gitMajor=1 ")
            + (base + "gitMinor=36 ")
            + ("-X k8s.io/client-go/pkg/version.gitVersion=v" + version));
  }

  List<String> files() {
    return switch (this) {
      case PAUSE -> List.of("go.mod", "main.go");
      case COREDNS -> List.of("go.mod", "go.sum", "main.go");
      case KUBERNETES, SUITE, METRICS_SERVER, ETCD, KWOK, CONTAINERD, LOCAL_PATH ->
          List.of("go.mod", "go.sum");
    };
  }
}
