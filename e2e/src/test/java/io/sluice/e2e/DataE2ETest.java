package io.sluice.e2e;

import static io.sluice.e2e.Installed.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.model.NodeKind;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Data on a volume that a real provisioner made on a real node (§6, D-22). */
@NeedsClusters(
    value = {"home", "away"},
    nodes = NodeKind.REAL)
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class DataE2ETest {
  private static final String CLAIM = "{.status.phase} {.spec.storageClassName}";
  private static final String CLAIMS = "{.items[*].status.phase} {.items[*].spec.storageClassName}";

  @Test
  void aStatefulSetKeepsItsDataFollowsItAndFindsItAgainAfterTheNamespaceWasAway(
      Cluster home, Cluster away, @TempDir Path folder) {
    away.serveVolumes();
    home.serveVolumes();
    try (Abroad abroad = new Abroad(home, Map.of(away, "paris"), folder)) {
      Installed milan = abroad.milan;
      Installed paris = abroad.provider("paris");
      abroad.extend("data", "DefaultName");
      Peered.apply(home, STATEFUL_SET);
      Peered.apply(home, STAYING);
      awaitStarts(abroad, "1");
      assertThat(claim(paris)).isEqualTo("Bound local-path");
      staysHere(milan);

      milan.kubectl("delete", "pod", "db-0", "-n", "data", "--timeout=60s");
      awaitStarts(abroad, "2");

      // Nothing but its volume sends the next one to where the data is.
      milan.kubectl(
          "patch",
          "statefulset/db",
          "-n=data",
          "--type=json",
          "-p=[{\"op\":\"remove\",\"path\":\"/spec/template/spec/nodeSelector\"}]");
      awaitStarts(abroad, "3");
      assertThat(milan.kubectl("get", "pod", "db-0", "-n=data", "-o=jsonpath={.spec.nodeName}"))
          .isEqualTo("paris");

      // The namespace comes home: the pod can't run, its data waits and is on record.
      abroad.withdraw("data");
      assertThat(claim(paris)).isEqualTo("Bound local-path");
      assertThat(retained(paris)).isEqualTo("data-db-0");
      assertThat(paris.kubectl("get", "pods,secrets,shadowpods", "-n", "data-milan", "-o=name"))
          .isEmpty();

      // What was created in between has to be created again to be placed anew.
      abroad.extend("data", "DefaultName");
      milan.kubectl("delete", "pod", "db-0", "-n", "data", "--timeout=60s");
      awaitStarts(abroad, "4");

      // The peering ends with everything that it was for, except data.
      milan.peering(paris).part();
      assertThat(claim(paris)).isEqualTo("Bound local-path");
      assertThat(retained(paris)).isEqualTo("data-db-0");
    }
  }

  /** ST-2: the same class gives a volume of this cluster to a pod that stays. */
  private static void staysHere(Installed milan) {
    milan.kubectl("wait", "--for=condition=Ready", "pod/here", "-n=data", "--timeout=60s");
    assertThat(milan.kubectl("get", "pvc", "-n=liqo-storage", "-o=jsonpath=" + CLAIMS))
        .isEqualTo("Bound local-path");
    milan.kubectl("delete", "pod/here", "pvc/here", "-n=data", "--timeout=60s");
    await()
        .atMost(SOON)
        .until(() -> milan.kubectl("get", "pvc", "-n=liqo-storage", "-o=name").isEmpty());
  }

  private static String claim(Installed provider) {
    return provider.kubectl("get", "pvc", "data-db-0", "-n", "data-milan", "-o=jsonpath=" + CLAIM);
  }

  private static String retained(Installed provider) {
    return provider.kubectl(
        "get",
        "namespace",
        "data-milan",
        "-o=jsonpath={.metadata.annotations.sluice\\.io/retained-volumes}");
  }

  /** Each start of the container leaves a line on its volume. */
  private static void awaitStarts(Abroad abroad, String count) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(abroad.says("data", "db-0", "sh", "-c", "wc -l </data/starts"))
                    .isEqualTo(count));
  }

  private static final String STAYING =
      """
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: {name: here, namespace: data}
      spec:
        storageClassName: liqo
        accessModes: [ReadWriteOnce]
        resources: {requests: {storage: 64Mi}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: here, namespace: data}
      spec:
        terminationGracePeriodSeconds: 0
        nodeSelector: {kubernetes.io/hostname: home-real-node}
        containers:
        - name: c
          image: docker.io/library/busybox:1
          command: [sh, -c, 'echo started >>/data/starts; exec sleep 1000']
          volumeMounts: [{name: data, mountPath: /data}]
        volumes: [{name: data, persistentVolumeClaim: {claimName: here}}]
      """;

  private static final String STATEFUL_SET =
      """
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: db, namespace: data}
      spec:
        serviceName: db
        selector: {matchLabels: {app: db}}
        template:
          metadata: {labels: {app: db}}
          spec:
            terminationGracePeriodSeconds: 0
            nodeSelector: {liqo.io/remote-cluster-id: paris}
            containers:
            - name: db
              image: docker.io/library/busybox:1
              command: [sh, -c, 'echo started >>/data/starts; exec sleep 1000']
              volumeMounts: [{name: data, mountPath: /data}]
        volumeClaimTemplates:
        - metadata: {name: data}
          spec:
            storageClassName: liqo
            accessModes: [ReadWriteOnce]
            resources: {requests: {storage: 64Mi}}
      """;
}
