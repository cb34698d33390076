package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A provider where nothing of Sluice is installed (RS1-1 to RS1-6). */
@NeedsClusters({"home", "away"})
class ReplicaSetOfOneE2ETest {
  private Attached attached;

  @BeforeEach
  void attach(Cluster home, Cluster away, TestNamespace namespace) {
    attached = Attached.start(home, away, namespace.name());
  }

  @AfterEach
  void detach() {
    attached.close();
  }

  @Test
  void walksTheElevenStepsOfTheWorkflow() {
    // 1. A user creates a Deployment in the local cluster.
    deploy();
    // 2. Its controllers create a ReplicaSet and pods; 3., 4. the scheduler binds them to the
    // virtual node; 5. the virtual kubelet detects them.
    attached.awaitAtHome("deployment/shop", "{.status.readyReplicas}", "2");
    List<String> local = words(attached.atHome("pods", "{.items[*].metadata.name}"));
    assertThat(words(attached.atHome("pods", "{.items[*].spec.nodeName}")))
        .containsOnly(Attached.NODE);
    // 7. It creates a remote ReplicaSet for each, with the local pod as template and 1 replica.
    assertThat(words(attached.there("replicasets", "{.items[*].metadata.name}")))
        .containsExactlyInAnyOrderElementsOf(local);
    assertThat(words(attached.there("replicasets", "{.items[*].spec.replicas}")))
        .containsExactly("1", "1");
    // 8., 9. The remote controller manager creates one pod from each.
    List<String> remote = words(attached.there("pods", "{.items[*].metadata.name}"));
    assertThat(remote).hasSize(2).doesNotContainAnyElementsOf(local);
    // 10., 11. The virtual kubelet sees them and keeps the local status up to date.
    for (String pod : local) {
      String twin =
          attached.there(
              "pods",
              "{.items[?(@.metadata.ownerReferences[0].name==\"" + pod + "\")].status.podIP}");
      assertThat(attached.atHome("pod/" + pod, "{.status.podIP}")).isNotEmpty().isEqualTo(twin);
    }

    // Deleted in the remote cluster: the remote cluster repairs it, the local pod stays.
    String first = local.getFirst();
    String uid = attached.atHome("pod/" + first, "{.metadata.uid}");
    attached.away.kubectl("delete", "pods", "--all", "-n", attached.twin).outOrThrow();
    attached.awaitAtHome("pod/" + first, "{.status.containerStatuses[0].restartCount}", "1");
    attached.awaitAtHome("deployment/shop", "{.status.readyReplicas}", "2");
    assertThat(attached.atHome("pod/" + first, "{.metadata.uid}")).isEqualTo(uid);

    // Deleted there while the home cluster is away: repaired all the same.
    attached.stopKubelet();
    attached.away.kubectl("delete", "pods", "--all", "-n", attached.twin).outOrThrow();
    attached.awaitThere("replicasets", "{.items[*].status.readyReplicas}", "1 1");
    attached.startKubelet();

    // Deleted in the local cluster: nothing is left in the remote one.
    attached.home.kubectl("delete", "deployment", "shop", "-n", attached.namespace).outOrThrow();
    attached.awaitNothingThere("replicasets,pods");
  }

  @Test
  void aFinishedPodNeverRunsAgainAndIsReflectedAsItEnded() {
    attached.createPod("task", "restartPolicy: Never");
    attached.awaitAtHome("pod/task", "{.status.phase}", "Succeeded");
    assertThat(attached.there("jobs", "{.items[*].metadata.name}")).isEqualTo("task");
    String uid = attached.there("pods", "{.items[*].metadata.uid}");

    attached.stopKubelet();
    attached.startKubelet();
    attached.createPod("other", ""); // once it runs, everything has been looked at again
    attached.awaitAtHome("pod/other", "{.status.phase}", "Running");
    assertThat(words(attached.there("pods", "{.items[*].metadata.uid}"))).hasSize(2).contains(uid);

    attached.home.kubectl("delete", "pod", "task", "-n", attached.namespace).outOrThrow();
    attached.awaitNothingThere("jobs");
  }

  @Test
  void reflectsWhatPodsNeedAndSaysWhyTheyWait() {
    Peered.apply(
        attached.home,
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {colour: blue}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: key}
        stringData: {key: s3cret}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: web}
        spec: {selector: {app: web}, ports: [{port: 80}]}
        """,
        "-n",
        attached.namespace);
    attached.awaitThere("configmap/settings", "{.data.colour}", "blue");
    attached.awaitThere("secret/key", "{.metadata.name}", "key");
    attached.awaitThere("service/web", "{.spec.ports[0].port}", "80");

    Peered.apply(
        attached.away,
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: small}
        spec: {hard: {pods: "0"}}
        """,
        "-n",
        attached.twin);
    attached.createPod("web", "");
    attached.awaitAtHome("pod/web", "{.status.reason}", "FailedCreate");
    assertThat(attached.atHome("pod/web", "{.status.message}"))
        .startsWith("bare-away: ")
        .contains("exceeded quota: small");
    attached.away.kubectl("delete", "resourcequota", "small", "-n", attached.twin).outOrThrow();
    attached.awaitAtHome("pod/web", "{.status.phase}", "Running");
    // The Service's own endpoints, made by the remote cluster.
    attached.awaitThere(
        "endpointslices",
        "{.items[*].endpoints[*].addresses[*]}",
        attached.atHome("pod/web", "{.status.podIP}"));

    attached.away.kubectl("scale", "rs/web", "--replicas=0", "-n", attached.twin).outOrThrow();
    attached.awaitThere("rs/web", "{.spec.replicas}", "1");
    attached.awaitAtHome("pod/web", "{.status.containerStatuses[0].restartCount}", "1");
  }

  @Test
  void losingItsRightsLosesNoPodAndIsSaidOnNewOnes() {
    attached.createPod("web", "");
    attached.awaitAtHome("pod/web", "{.status.phase}", "Running");
    attached.withdrawRights();
    attached.createPod("late", "");
    attached.awaitAtHome("pod/late", "{.status.reason}", "ShadowPodNotAccepted");
    assertThat(attached.atHome("pod/late", "{.status.message}"))
        .contains("cannot create resource \"replicasets\"");
    attached.stopKubelet(); // a kubelet that never saw what it may not see now
    attached.startKubelet();
    assertThat(attached.atHome("pod/web", "{.status.phase}")).isEqualTo("Running");
    attached.giveRightsBack();
    await()
        .atMost(Attached.PATIENCE)
        .untilAsserted(
            () -> assertThat(attached.atHome("pod/late", "{.status.phase}")).isEqualTo("Running"));
    assertThat(attached.there("rs/web", "{.status.readyReplicas}")).isEqualTo("1");
  }

  private void deploy() {
    Peered.apply(
        attached.home,
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
              terminationGracePeriodSeconds: 0
              nodeSelector: {kubernetes.io/hostname: bare-away}
              tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
              containers: [{name: c, image: pause}]
        """
            .formatted(attached.namespace));
  }

  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }
}
