package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.kubelet.reflect.ReflectionOptions;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Claims of the virtual class get their volume where their first pod goes (§6). */
@NeedsClusters({"home", "away"})
class ReflectedStorageE2ETest {
  private static final ReflectionOptions LENDING =
      new ReflectionOptions(
          Map.of(),
          false,
          false,
          new ReflectionOptions.Offers(
              Optional.empty(), Optional.empty(), true, Optional.of("there")),
          Optional.empty());

  @Test
  void theVolumeIsMadeWhereTheFirstPodGoesAndLaterPodsFollowIt(
      Cluster home, Cluster away, TestNamespace namespace) {
    storageClass(home, "liqo", "liqo.io/storage");
    storageClass(away, "there", "disks.example.com");
    volume(away, "disk-" + namespace.name());
    try (Peered peered = Peered.start(home, away, namespace.name(), LENDING)) {
      peered.applyHere(home, claim("data", "liqo"));
      peered.createPod("db", mounting("data"));
      peered.awaitRunning("db");
      assertThat(peered.field(away, "pvc/data", "{.spec.storageClassName} {.status.phase}"))
          .isEqualTo("there Bound");
      assertThat(peered.field(home, "pvc/data", "{.status.phase}")).isEqualTo("Bound");
      String volume = peered.field(home, "pvc/data", "{.spec.volumeName}");
      String pinned =
          "{.spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values[0]}";
      assertThat(peered.field(home, "pv/" + volume, pinned)).isEqualTo("away");

      followsAndIsMended(peered, "pvc/data");

      delete(home, peered, "pod/db");
      // Nothing but its volume sends the next one there.
      peered.applyHere(
          home,
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: db}
          spec:
            tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
            containers: [{name: c, image: pause}]
            %s
          """
              .formatted(mounting("data")));
      peered.awaitRunning("db");
      assertThat(peered.field(home, "pod/db", "{.spec.nodeName}")).isEqualTo(Peered.NODE);

      delete(home, peered, "pod/db");
      delete(home, peered, "pvc/data");
      peered.awaitField(away, "pvc/data", "{.metadata.name}", "");
      peered.awaitField(home, "pv/" + volume, "{.metadata.name}", "");
    }
  }

  /** A twin that was edited by hand is as it was, and one whose claim grows grows too. */
  private static void followsAndIsMended(Peered peered, String claim) {
    label(peered, peered.home, claim, "app=ours");
    peered.awaitField(peered.away, claim, "{.metadata.labels.app}", "ours");
    label(peered, peered.away, claim, "app=drifted");
    peered.awaitField(peered.away, claim, "{.metadata.labels.app}", "ours");
    String larger = "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"2Gi\"}}}}";
    peered.home.kubectl("patch", claim, "-n", peered.namespace, "-p", larger).outOrThrow();
    peered.awaitField(peered.away, claim, "{.spec.resources.requests.storage}", "2Gi");
  }

  private static void label(Peered peered, Cluster cluster, String claim, String label) {
    cluster.kubectl("label", claim, "-n", peered.namespace, "--overwrite", label).outOrThrow();
  }

  @Test
  void aClaimThatGetsNoVolumeThereSaysSoInsteadOfHanging(
      Cluster home, Cluster away, TestNamespace namespace) {
    storageClass(home, "elsewhere", "csi.example.com");
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      peered.applyHere(home, claim("foreign", "elsewhere"));
      peered.createPod("waiting", mounting("foreign"));
      await()
          .atMost(Peered.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          peered.field(
                              home,
                              "events",
                              "{.items[?(@.reason==\"VolumeNotOffloadable\")].involvedObject.name}"))
                      .contains("foreign"));
      assertThat(peered.field(away, "pvc/foreign", "{.metadata.name}")).isEmpty();
    }
  }

  @Test
  void aStrangersClaimOfTheSameNameStaysAndTheLocalOneSaysSo(
      Cluster home, Cluster away, TestNamespace namespace) {
    storageClass(home, "liqo", "liqo.io/storage");
    try (Peered peered = Peered.start(home, away, namespace.name(), LENDING)) {
      peered.applyHere(away, claim("data", "theirs"));
      peered.applyHere(home, claim("data", "liqo"));
      peered.createPod("db", mounting("data"));
      await()
          .atMost(Peered.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(peered.field(home, "events", ReflectionE2ETest.CONFLICT))
                      .contains("data"));
      assertThat(peered.field(away, "pvc/data", "{.spec.storageClassName}")).isEqualTo("theirs");
      delete(home, peered, "pod/db");
      delete(home, peered, "pvc/data");
      assertThat(peered.field(away, "pvc/data", "{.metadata.name}")).isEqualTo("data");
    }
  }

  private static String mounting(String claim) {
    return "volumes: [{name: data, persistentVolumeClaim: {claimName: %s}}]".formatted(claim);
  }

  private static String claim(String name, String storageClass) {
    return """
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: %s}
    spec:
      storageClassName: %s
      accessModes: [ReadWriteOnce]
      resources: {requests: {storage: 1Gi}}
    """
        .formatted(name, storageClass);
  }

  private static void storageClass(Cluster cluster, String name, String provisioner) {
    Peered.apply(
        cluster,
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: %s}
        provisioner: %s
        volumeBindingMode: WaitForFirstConsumer
        allowVolumeExpansion: true
        """
            .formatted(name, provisioner));
  }

  private static void volume(Cluster cluster, String name) {
    Peered.apply(
        cluster,
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %s}
        spec:
          storageClassName: there
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          hostPath: {path: /data}
        """
            .formatted(name));
  }

  private static void delete(Cluster cluster, Peered peered, String object) {
    cluster.kubectl("delete", object, "-n", peered.namespace, "--timeout=60s").outOrThrow();
  }
}
