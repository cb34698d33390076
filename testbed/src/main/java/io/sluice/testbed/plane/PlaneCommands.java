package io.sluice.testbed.plane;

import io.sluice.testbed.build.Program;
import io.sluice.testbed.build.Programs;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.model.ClusterOptions.Tuning;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.pki.ClusterPki;
import java.util.ArrayList;
import java.util.List;

/** The command lines of a control plane. */
final class PlaneCommands {
  private final PlaneSetting setting;
  private final PlaneFiles files;
  private final Programs programs;
  private final ClusterFolder folder;
  private final ClusterPki pki;
  private final Tuning tuning;

  PlaneCommands(PlaneSetting setting, PlaneFiles files, Programs programs) {
    this.setting = setting;
    this.files = files;
    this.programs = programs;
    this.folder = setting.folder();
    this.pki = files.pki();
    this.tuning = setting.options().tuning();
  }

  List<String> etcd() {
    String clients = setting.etcd(Slot.Port.ETCD);
    String peers = setting.etcd(Slot.Port.ETCD_PEER);
    return command(
        Component.ETCD,
        Program.ETCD,
        "--data-dir=" + folder.path().resolve("etcd"),
        "--listen-client-urls=" + clients,
        "--advertise-client-urls=" + clients,
        "--listen-peer-urls=" + peers,
        "--initial-advertise-peer-urls=" + peers,
        "--initial-cluster=default=" + peers,
        // The data is thrown away with the cluster: no need to wait for the disk.
        "--unsafe-no-fsync",
        "--quota-backend-bytes=8589934592");
  }

  List<String> apiServer() {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "--etcd-servers=" + setting.etcd(Slot.Port.ETCD),
                "--secure-port=" + setting.apiPort(),
                "--bind-address=" + (setting.ownNetwork() ? "0.0.0.0" : "127.0.0.1"),
                "--service-cluster-ip-range=" + setting.slot().serviceCidr(),
                "--allow-privileged=true",
                "--enable-admission-plugins=NodeRestriction",
                "--enable-aggregator-routing=true",
                "--kubelet-preferred-address-types=InternalIP,Hostname"));
    flags.addAll(authentication());
    flags.addAll(audit());
    if (setting.ownNetwork()) {
      flags.add("--advertise-address=" + setting.address());
    } else {
      // An endpoint of the Service kubernetes may not be a loopback address: leave it out.
      flags.add("--advertise-address=" + setting.address());
      flags.add("--endpoint-reconciler-type=none");
    }
    if (tuning.raisedLimits()) {
      flags.add("--max-requests-inflight=4000");
      flags.add("--max-mutating-requests-inflight=2000");
    }
    return command(Component.API_SERVER, Program.KUBE_APISERVER, flags.toArray(String[]::new));
  }

  private List<String> authentication() {
    return List.of(
        "--authorization-mode=Node,RBAC",
        "--client-ca-file=" + pki.file("ca.crt"),
        "--tls-cert-file=" + pki.file("apiserver.crt"),
        "--tls-private-key-file=" + pki.file("apiserver.key"),
        "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
        "--service-account-key-file=" + pki.file("sa.pub"),
        "--service-account-signing-key-file=" + pki.file("sa.key"),
        "--kubelet-client-certificate=" + pki.file("apiserver-kubelet-client.crt"),
        "--kubelet-client-key=" + pki.file("apiserver-kubelet-client.key"),
        "--requestheader-client-ca-file=" + pki.file("front-proxy-ca.crt"),
        "--requestheader-allowed-names=front-proxy-client",
        "--requestheader-extra-headers-prefix=X-Remote-Extra-",
        "--requestheader-group-headers=X-Remote-Group",
        "--requestheader-username-headers=X-Remote-User",
        "--proxy-client-cert-file=" + pki.file("front-proxy-client.crt"),
        "--proxy-client-key-file=" + pki.file("front-proxy-client.key"));
  }

  private List<String> audit() {
    return List.of(
        "--audit-policy-file=" + files.auditPolicy(),
        "--audit-log-path=" + folder.auditLog(),
        // Written before the answer is complete, and never rotated away under the reader.
        "--audit-log-mode=blocking",
        "--audit-log-maxsize=100000");
  }

  List<String> controllerManager() {
    String kubeconfig = folder.kubeconfig("kube-controller-manager").toString();
    List<String> flags =
        new ArrayList<>(
            List.of(
                "--kubeconfig=" + kubeconfig,
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig,
                "--bind-address=127.0.0.1",
                "--secure-port=" + setting.port(Slot.Port.CONTROLLER_MANAGER),
                "--service-account-private-key-file=" + pki.file("sa.key"),
                "--root-ca-file=" + pki.file("serving-ca.crt"),
                "--cluster-signing-cert-file=" + pki.file("ca.crt"),
                "--cluster-signing-key-file=" + pki.file("ca.key"),
                "--use-service-account-credentials",
                "--cluster-cidr=" + setting.slot().podCidr(),
                "--allocate-node-cidrs=" + setting.ownNetwork(),
                "--leader-elect=false",
                // With the defaults every system under test measures 20 pods per second.
                "--kube-api-qps=5000",
                "--kube-api-burst=10000"));
    if (tuning.raisedLimits()) {
      flags.add("--concurrent-deployment-syncs=20");
      flags.add("--concurrent-replicaset-syncs=20");
      flags.add("--concurrent-job-syncs=20");
      flags.add("--concurrent-gc-syncs=40");
      flags.add("--concurrent-namespace-syncs=20");
    }
    return command(
        Component.CONTROLLER_MANAGER,
        Program.KUBE_CONTROLLER_MANAGER,
        flags.toArray(String[]::new));
  }

  List<String> scheduler() {
    String kubeconfig = folder.kubeconfig("kube-scheduler").toString();
    return command(
        Component.SCHEDULER,
        Program.KUBE_SCHEDULER,
        "--config=" + files.scheduler(),
        "--authentication-kubeconfig=" + kubeconfig,
        "--authorization-kubeconfig=" + kubeconfig,
        "--bind-address=127.0.0.1",
        "--secure-port=" + setting.port(Slot.Port.SCHEDULER));
  }

  List<String> kwok() {
    return command(
        Component.KWOK,
        Program.KWOK,
        "--config=" + files.kwok(programs.kwokStages()),
        "--kubeconfig=" + folder.kubeconfig("kwok"),
        "--manage-all-nodes=false",
        // Never a virtual node: only those that the bed itself has made.
        "--manage-nodes-with-annotation-selector=" + KwokNodes.MARK,
        "--cidr=" + setting.slot().podCidr(),
        "--node-ip=" + setting.slot().nodeAddress(),
        "--node-lease-duration-seconds=40",
        "--server-address=127.0.0.1:" + setting.port(Slot.Port.KWOK));
  }

  private List<String> command(Component component, Program program, String... flags) {
    List<String> command = new ArrayList<>();
    command.add(programs.path(program).toString());
    command.addAll(List.of(flags));
    command.addAll(tuning.flags(component));
    return command;
  }
}
