package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.KubeletProcess;
import io.sluice.kubelet.node.Timing;
import io.sluice.kubelet.reflect.ReflectionOptions;
import io.sluice.kubelet.serve.Serving;
import io.sluice.kubelet.serve.Serving.CertificateType;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two virtual nodes of one provider: one reflects for both, each looks after its pods (REF-4). */
@NeedsClusters({"home", "away"})
class SecondNodeE2ETest {
  private static final String TENANT = "liqo-tenant-away";
  private static final String SECOND = "liqo-away-second";
  private static final ReflectionOptions TALKING =
      new ReflectionOptions(
          Map.of(),
          false,
          false,
          ReflectionOptions.Offers.NONE,
          Optional.of(new ReflectionOptions.HomeAccess(Optional.of("api.example.com"), 6443)));

  @Test
  void oneReflectsForBothEachKeepsItsOwnTokensAndTheOtherTakesOver(
      Cluster home, Cluster away, TestNamespace namespace) {
    try (Peered peered = Peered.start(home, away, namespace.name(), TALKING);
        Api atHome = connect(home.kubeconfig("kubelet2"));
        Api atAway = connect(away.kubeconfig("consumer2"));
        KubeletProcess second = second(peered, atHome, atAway)) {
      second.start();
      peered.awaitField(
          home, "node/" + SECOND, "{.status.conditions[?(@.type==\"Ready\")].status}", "True");
      AuditLog.Mark mark = away.audit().mark();
      peered.applyHere(home, configMap("one"));
      peered.awaitField(away, "configmap/one", "{.data.key}", "value");
      pod(peered, "talker");
      peered.awaitRunning("talker");
      peered.awaitField(away, "secret/talker-token", "{.metadata.name}", "talker-token");
      assertThat(writes(away, mark, "consumer2", peered).resource("configmaps").count()).isZero();
      assertThat(writes(away, mark, "consumer2", peered).resource("secrets").count())
          .as("the token of its own pod")
          .isEqualTo(1);
      assertThat(writes(away, mark, "consumer", peered).resource("secrets").count()).isZero();

      peered.stopKubelet();
      peered.applyHere(home, configMap("two"));
      await()
          .atMost(Peered.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(writes(away, mark, "consumer2", peered).resource("configmaps").count())
                      .isEqualTo(1));
      assertThat(peered.field(away, "configmap/two", "{.data.key}")).isEqualTo("value");
    } finally {
      home.kubectl("delete", "virtualnode", SECOND, "-n", TENANT, "--wait=false");
      home.kubectl("delete", "node", SECOND, "--ignore-not-found");
    }
  }

  private static Requests writes(Cluster away, AuditLog.Mark mark, String user, Peered peered) {
    return away.audit().since(mark).by(user).in(peered.namespace).writes();
  }

  private static KubeletProcess second(Peered peered, Api atHome, Api atAway) {
    KubeletRights rights = new KubeletRights(TENANT, SECOND, peered.namespace);
    try (Api home = connect(peered.home.kubeconfig());
        Api away = connect(peered.away.kubeconfig())) {
      rights.atHome(home, "kubelet2");
      rights.away(away, "consumer2");
    }
    Peered.apply(
        peered.home,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: VirtualNode
        metadata: {name: %s, namespace: %s}
        spec:
          clusterID: away
          createNode: true
          disableNetworkCheck: true
          resourceQuota: {hard: {cpu: "90", memory: 100Gi, pods: "1000"}}
        """
            .formatted(SECOND, TENANT));
    return new KubeletProcess(
        atHome,
        atAway,
        new KubeletOptions(
                SECOND,
                new KubeletOptions.Peer("home", "away", TENANT),
                KubeletOptions.Appearance.at(peered.home.machineAddress()),
                new Timing(Duration.ofSeconds(1), Duration.ofSeconds(2), 3),
                Duration.ofSeconds(40),
                TALKING)
            .at(new Serving(peered.home.machineAddress(), 0, CertificateType.SELF_SIGNED, null)));
  }

  private static void pod(Peered peered, String name) {
    peered.applyHere(
        peered.home,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          nodeSelector: {kubernetes.io/hostname: %s}
          tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
          containers: [{name: c, image: pause}]
        """
            .formatted(name, SECOND));
  }

  private static String configMap(String name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata: {key: value}\n"
        .formatted(name);
  }

  private static Api connect(Path kubeconfig) {
    return new Api(Endpoint.fromKubeconfig(kubeconfig, null), "sluice");
  }
}
