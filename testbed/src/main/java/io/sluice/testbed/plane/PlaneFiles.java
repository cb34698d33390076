package io.sluice.testbed.plane;

import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.pki.Authority;
import io.sluice.testbed.pki.ClusterPki;
import io.sluice.testbed.pki.Kubeconfig;
import io.sluice.testbed.pki.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x509.GeneralName;

/** Writes what the processes of a control plane read at their start. */
public final class PlaneFiles {
  private static final String MASTERS = "system:masters";
  // One event per request: the stage before the answer is left out. Metadata says who, what, when.
  private static final String AUDIT_POLICY =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
      - level: Metadata
      """;
  private static final String KWOK =
      """
      apiVersion: config.kwok.x-k8s.io/v1alpha1
      kind: KwokConfiguration
      options:
        podPlayStageParallelism: 16
        nodePlayStageParallelism: 8
        nodeLeaseParallelism: 8
      ---
      """;

  private final PlaneSetting setting;
  private final ClusterFolder folder;
  private final ClusterPki pki;

  private PlaneFiles(PlaneSetting setting, ClusterPki pki) {
    this.setting = setting;
    this.folder = setting.folder();
    this.pki = pki;
  }

  public static PlaneFiles create(PlaneSetting setting) {
    ClusterFolder folder = setting.folder();
    ClusterPki pki =
        ClusterPki.create(folder.pki(), setting.options().name(), serverNames(setting));
    PlaneFiles files = new PlaneFiles(setting, pki);
    files.kubeconfig("admin", List.of(MASTERS), folder.adminKubeconfig());
    for (String user : List.of("kube-controller-manager", "kube-scheduler", "kube-proxy")) {
      files.kubeconfig("system:" + user, List.of(), folder.kubeconfig(user));
    }
    files.kubeconfig("kwok", List.of(MASTERS), folder.kubeconfig("kwok"));
    files.write("audit-policy.yaml", AUDIT_POLICY);
    files.write("scheduler.yaml", schedulerConfig(folder.kubeconfig("kube-scheduler")));
    return files;
  }

  public ClusterPki pki() {
    return pki;
  }

  public Path kubeconfig(String user, List<String> groups, Path file) {
    return Kubeconfig.of(
            setting.options().name(),
            setting.server(),
            Pem.of(pki.trusted()),
            pki.user(user, groups))
        .write(file);
  }

  /** Another authority signs for the API server; who has a kubeconfig trusts that one only. */
  void changeAuthority() {
    pki.serveUnder(Authority.create(setting.options().name() + "-other-ca"));
    try (Stream<Path> users = Files.list(folder.kubeconfig("any").getParent())) {
      Stream.concat(Stream.of(folder.adminKubeconfig()), users)
          .forEach(file -> Kubeconfig.read(file).withAuthority(pki.trusted()).write(file));
    } catch (IOException e) {
      throw new BedException("can't list the kubeconfigs of " + folder.name(), e);
    }
  }

  Path auditPolicy() {
    return folder.path().resolve("audit-policy.yaml");
  }

  Path scheduler() {
    return folder.path().resolve("scheduler.yaml");
  }

  Path kwok(Path stages) {
    try {
      return write("kwok.yaml", KWOK + Files.readString(stages));
    } catch (IOException e) {
      throw new BedException("can't read " + stages, e);
    }
  }

  private Path write(String file, String text) {
    folder.write(file, text);
    return folder.path().resolve(file);
  }

  private static String schedulerConfig(Path kubeconfig) {
    return """
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection:
      leaderElect: false
    clientConnection:
      kubeconfig: %s
      qps: 5000
      burst: 10000
    """
        .formatted(kubeconfig);
  }

  private static List<GeneralName> serverNames(PlaneSetting setting) {
    String name = setting.options().name();
    return List.of(
        Authority.ip("127.0.0.1"),
        Authority.ip(setting.slot().nodeAddress()),
        Authority.ip(setting.slot().serviceAddress(1)),
        Authority.dns("localhost"),
        Authority.dns(name),
        Authority.dns("kubernetes"),
        Authority.dns("kubernetes.default"),
        Authority.dns("kubernetes.default.svc"),
        Authority.dns("kubernetes.default.svc.cluster.local"));
  }
}
