package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.net.Link;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The life of offloaded pods on two clusters with fake nodes. */
@NeedsClusters({"home", "away"})
class PodLifeE2ETest {
  private Cluster home;
  private Cluster away;
  private Link link;
  private Peered peered;

  @BeforeEach
  void peer(Cluster home, Cluster away, TestNamespace namespace) {
    this.home = home;
    this.away = away;
    this.link = Link.to(away);
    this.peered =
        Peered.start(
            home,
            away,
            namespace.name(),
            link.kubeconfig(away.kubeconfig("consumer", "system:masters")));
  }

  @AfterEach
  void leave() {
    peered.close();
    link.close();
  }

  @Test
  void walksTheSixStepsOfTheOffloadingWorkflow() {
    // 1. A user requests the execution of pods through a Deployment.
    Peered.apply(
        home,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: shop, namespace: %s}
        spec:
          replicas: 2
          selector: {matchLabels: {app: shop}}
          template:
            metadata: {labels: {app: shop}}
            spec:
              nodeSelector: {liqo.io/type: virtual-node}
              tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
              containers: [{name: c, image: pause}]
        """
            .formatted(peered.namespace));
    // 2. The vanilla scheduler binds them to the virtual node; 3. ShadowPods; 4. pods.
    // 5. The remote scheduler binds those to a node; 6. the status comes back.
    peered.awaitField(home, "deployment/shop", "{.status.readyReplicas}", "2");
    assertThat(peered.field(home, "pods", "{.items[*].spec.nodeName}"))
        .isEqualTo("liqo-away liqo-away");
    assertThat(peered.field(away, "pods", "{.items[*].spec.nodeName}"))
        .isEqualTo("away-kwok-0 away-kwok-0");
    // Local deletion deletes the remote pods at once.
    home.kubectl("delete", "deployment", "shop", "-n", peered.namespace).outOrThrow();
    await()
        .atMost(Peered.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(away.kubectl("get", "pods,shadowpods", "-n", peered.namespace).err())
                    .contains("No resources found"));
  }

  @Test
  void keepsTheLocalPodWhenTheRemoteOneIsDeletedAndCountsItAsARestart() {
    peered.createPod("web", "");
    peered.awaitRunning("web");
    String local = peered.field(home, "pod/web", "{.metadata.uid}");
    String remote = peered.field(away, "pod/web", "{.metadata.uid}");
    away.kubectl("delete", "pod", "web", "-n", peered.namespace, "--timeout=30s").outOrThrow();
    await()
        .atMost(Peered.PATIENCE)
        .until(() -> !peered.field(away, "pod/web", "{.metadata.uid}").equals(remote));
    peered.awaitField(home, "pod/web", "{.status.containerStatuses[0].restartCount}", "1");
    peered.awaitRunning("web");
    assertThat(peered.field(home, "pod/web", "{.metadata.uid}")).isEqualTo(local);
  }

  @Test
  void showsTheExitCodeOfAFinishedPodAfterItIsGoneAndNeverRunsItAgain() {
    peered.createPod("job", "restartPolicy: Never");
    peered.awaitRunning("job");
    away.kubectl(
            "patch",
            "pod",
            "job",
            "-n",
            peered.namespace,
            "--subresource=status",
            "--type=merge",
            "-p",
            """
            {"status":{"phase":"Failed","containerStatuses":[{"name":"c","image":"pause","imageID":"x",
             "ready":false,"restartCount":0,"state":{"terminated":{"exitCode":42,
             "startedAt":"2026-01-01T00:00:00Z","finishedAt":"2026-01-01T00:00:01Z"}}}]}}
            """)
        .outOrThrow();
    peered.awaitField(home, "pod/job", "{.status.phase}", "Failed");
    away.kubectl("delete", "pod", "job", "-n", peered.namespace, "--timeout=30s").outOrThrow();
    peered.restartManager();
    assertThat(
            peered.field(
                home, "pod/job", "{.status.containerStatuses[0].state.terminated.exitCode}"))
        .isEqualTo("42");
    assertThat(peered.field(away, "pod/job", "{.metadata.name}")).isEmpty();
  }

  @Test
  void saysWhyAPodIsPendingInTheWordsOfTheRemoteScheduler() {
    peered.createPod("big", "");
    peered.awaitRunning("big");
    away.kubectl("cordon", "away-kwok-0").outOrThrow();
    try {
      peered.createPod("waits", "");
      peered.awaitField(home, "pod/waits", "{.status.reason}", "RemoteUnschedulable");
      assertThat(peered.field(home, "pod/waits", "{.status.message}"))
          .startsWith("away: scheduler: 0/1 nodes are available");
    } finally {
      away.kubectl("uncordon", "away-kwok-0").outOrThrow();
    }
    peered.awaitRunning("waits");
    assertThat(peered.field(home, "pod/waits", "{.status.reason}")).isEmpty();
  }

  @Test
  void givesASuccessorOfTheSameNameAPodOfItsOwn() {
    peered.createPod("db-0", "");
    peered.awaitRunning("db-0");
    String first = peered.field(away, "pod/db-0", "{.metadata.uid}");
    home.kubectl("delete", "pod", "db-0", "-n", peered.namespace, "--force").outOrThrow();
    peered.createPod("db-0", "");
    peered.awaitRunning("db-0");
    assertThat(peered.field(away, "pod/db-0", "{.metadata.uid}")).isNotEqualTo(first);
    assertThat(
            peered.field(away, "shadowpod/db-0", "{.metadata.annotations.sluice\\.io/local-uid}"))
        .isEqualTo(peered.field(home, "pod/db-0", "{.metadata.uid}"));
  }

  @Test
  void showsNothingReadyWhileTheProviderIsAwayAndRecoversByItself() {
    peered.createPod("web", "");
    peered.awaitRunning("web");
    String remote = peered.field(away, "pod/web", "{.metadata.uid}");
    link.cut();
    peered.awaitNode("False");
    assertThat(ready("web")).isEqualTo("False");
    link.heal();
    peered.awaitNode("True");
    await().atMost(Peered.PATIENCE).until(() -> ready("web").equals("True"));
    assertThat(peered.field(away, "pod/web", "{.metadata.uid}")).isEqualTo(remote);
  }

  @Test
  void changesNothingWhenTheKubeletComesBack() {
    for (int i = 0; i < 5; i++) {
      peered.createPod("web-" + i, "");
    }
    for (int i = 0; i < 5; i++) {
      peered.awaitRunning("web-" + i);
    }
    peered.stopKubelet();
    home.kubectl("delete", "pod", "web-4", "-n", peered.namespace, "--force").outOrThrow();
    AuditLog.Mark homeMark = home.audit().mark();
    AuditLog.Mark awayMark = away.audit().mark();
    peered.startKubelet();
    peered.awaitField(away, "pod/web-4", "{.metadata.name}", "");
    assertThat(home.audit().since(homeMark).by("kubelet").in(peered.namespace).writes()).isEmpty();
    assertThat(away.audit().since(awayMark).by("consumer").in(peered.namespace).writes().table())
        .as("only the orphan goes")
        .contains("delete")
        .doesNotContain("create")
        .doesNotContain("patch");
  }

  private String ready(String pod) {
    return peered.field(home, "pod/" + pod, "{.status.conditions[?(@.type==\"Ready\")].status}");
  }

  static {
    org.awaitility.Awaitility.setDefaultPollInterval(Duration.ofMillis(300));
  }
}
