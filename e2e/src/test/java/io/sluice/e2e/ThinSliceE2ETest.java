package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.KubeletProcess;
import io.sluice.kubelet.node.Timing;
import io.sluice.manager.ManagerOptions;
import io.sluice.manager.ManagerProcess;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One pod offloaded between two real clusters, and the requests that it took. */
@NeedsClusters({"home", "away"})
class ThinSliceE2ETest {

  @Test
  void offloadsAPodBringsItsStatusBackAndRemovesItInSixRequests(
      Cluster home, Cluster away, TestNamespace namespace) throws Exception {
    String ns = namespace.name();
    for (Cluster cluster : new Cluster[] {home, away}) {
      cluster.kubectl("apply", "--server-side", "-f", "../deploy/crds").outOrThrow();
    }
    away.kubectl("create", "namespace", "sluice");
    home.kubectl("create", "namespace", "liqo-tenant-away");
    apply(
        home,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceMap
        metadata:
          name: away
          namespace: liqo-tenant-away
          labels: {liqo.io/remote-cluster-id: away, liqo.io/replication: "true", liqo.io/remoteID: away}
        spec: {desiredMapping: {%1$s: %1$s}}
        """
            .formatted(ns));
    apply(
        home,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: VirtualNode
        metadata: {name: liqo-away, namespace: liqo-tenant-away}
        spec:
          clusterID: away
          createNode: true
          disableNetworkCheck: true
          resourceQuota: {hard: {cpu: "90", memory: 100Gi, pods: "1000"}}
        """);
    home.kubectl(
            "patch",
            "namespacemap",
            "away",
            "-n",
            "liqo-tenant-away",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"currentMapping\":{\"%1$s\":{\"remoteNamespace\":\"%1$s\",\"phase\":\"Accepted\"}}}}"
                .formatted(ns))
        .outOrThrow();

    try (Api managerApi = connect(away.kubeconfig("manager", "system:masters"), "manager");
        Api homeApi = connect(home.kubeconfig("kubelet", "system:masters"), "kubelet");
        Api remoteApi = connect(away.kubeconfig("consumer", "system:masters"), "kubelet");
        ManagerProcess manager =
            new ManagerProcess(managerApi, new ManagerOptions("away", "sluice", "m-0", 90, false));
        KubeletProcess kubelet =
            new KubeletProcess(
                homeApi,
                remoteApi,
                new KubeletOptions(
                    "liqo-away",
                    new KubeletOptions.Peer("home", "away", "liqo-tenant-away"),
                    "127.0.0.1",
                    Timing.DEFAULT,
                    Duration.ofSeconds(40)))) {
      manager.start();
      kubelet.start();
      await().atMost(Duration.ofSeconds(60)).until(manager::leads);
      AuditLog.Mark homeMark = home.audit().mark();
      AuditLog.Mark awayMark = away.audit().mark();

      apply(
          home,
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: web, namespace: %s}
          spec:
            nodeSelector: {liqo.io/type: virtual-node}
            tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
            containers: [{name: c, image: pause}]
          """
              .formatted(ns));
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(phase(home, ns)).isEqualTo("Running"));
      assertThat(phase(away, ns)).isEqualTo("Running");

      home.kubectl("delete", "pod", "web", "-n", ns, "--timeout=30s").outOrThrow();
      assertThat(away.kubectl("get", "pods,shadowpods", "-n", ns).err())
          .contains("No resources found");

      Requests homeRequests = home.audit().since(homeMark).by("kubelet").in(ns);
      Requests awayRequests = away.audit().since(awayMark).in(ns);
      // The end that is made up before the final DELETE is outside the budget (T-3, D-5a).
      assertThat(
              homeRequests
                  .writes()
                  .where(request -> !request.target().uri().contains("sluice-terminal"))
                  .counts())
          .isEqualTo(
              Map.of(
                  new Requests.Key("kubelet", "patch", "pods/status"), 1,
                  new Requests.Key("kubelet", "delete", "pods"), 1));
      assertThat(awayRequests.by("consumer").writes().counts())
          .isEqualTo(
              Map.of(
                  new Requests.Key("consumer", "create", "shadowpods"), 1,
                  new Requests.Key("consumer", "delete", "shadowpods"), 1));
      // Garbage collection is the backstop: it may have been first to delete the pod.
      assertThat(awayRequests.by("manager").writes().verb("create").count()).isEqualTo(1);
      assertThat(awayRequests.by("manager").writes().verb("delete").count()).isLessThanOrEqualTo(1);
      assertThat(awayRequests.by("manager").verb("get").count()).isZero();
    }
  }

  private static String phase(Cluster cluster, String namespace) {
    return cluster
        .kubectl("get", "pod", "web", "-n", namespace, "-o=jsonpath={.status.phase}")
        .out();
  }

  private static void apply(Cluster cluster, String yaml) throws Exception {
    Path file = Files.createTempFile("sluice", ".yaml");
    Files.writeString(file, yaml);
    cluster.kubectl("apply", "-f", file.toString()).outOrThrow();
    Files.delete(file);
  }

  private static Api connect(Path kubeconfig, String agent) {
    return new Api(Endpoint.fromKubeconfig(kubeconfig, null), agent);
  }
}
