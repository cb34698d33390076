package io.sluice.e2e;

import static io.sluice.e2e.Installed.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every folder of examples does what its page says, on a cluster that borrows from two others. */
@NeedsClusters({"home", "away", "far"})
class ExamplesE2ETest {
  private static final List<String> EXAMPLES =
      List.of("burst", "gpu", "stateful", "jobs", "edge", "services", "three");
  private static final String HOME_NODE = "home-kwok-0";

  @TempDir private static Path folder;
  private static Installed rome;
  private static Installed milan;
  private static Installed naples;

  @BeforeAll
  static void peerAndApply(Cluster home, Cluster away, Cluster far) {
    rome = new Installed(home, "rome", folder.resolve("rome"));
    milan = new Installed(away, "milan", folder.resolve("milan"));
    naples = new Installed(far, "naples", folder.resolve("naples"));
    haveWhatThePagesAskFor();
    borrow(milan, wanted("nvidia.com/gpu", "2"));
    borrow(naples, wanted("ephemeral-storage", "1Gi"));
    for (Installed provider : List.of(milan, naples)) {
      rome.kubectl("wait", "--for=create", "node/" + provider.id, "--timeout=120s");
    }
    rome.kubectl("wait", "--for=condition=Ready", "node/milan", "node/naples", "--timeout=60s");
    rome.kubectl("apply", "-f", "../examples/stateful/storage-class.yaml");
    apply("namespace.yaml");
    for (String example : EXAMPLES) {
      rome.awaitExtended(example);
    }
    apply("app.yaml");
  }

  @AfterAll
  static void leave() {
    List<String> delete = new ArrayList<>(List.of("delete", "namespace", "--wait=false"));
    delete.addAll(EXAMPLES);
    rome.kubectl(delete.toArray(String[]::new));
    for (String example : EXAMPLES) {
      rome.kubectl("delete", "namespaceoffloading", "--all", "-n=" + example, "--timeout=90s");
    }
    for (Installed provider : List.of(milan, naples)) {
      rome.peering(provider).part();
    }
    milan.kubectl("delete", "storageclass/disk", "pv/examples", "--wait=false");
    milan.kubectl("delete", "configmap/sluice-sharing", "-n=sluice");
    gpus("null");
    List.of(rome, milan, naples).forEach(Installed::close);
  }

  @Test
  void whatDoesNotFitAtHomeBursts() {
    rome.kubectl("scale", "deployment/render", "-n=burst", "--replicas=6");
    rome.kubectl("rollout", "status", "deployment/render", "-n=burst", "--timeout=60s");
    List<String> nodes = nodes("burst");
    assertThat(nodes).hasSize(6).containsAnyOf("milan", "naples");
    assertThat(nodes).filteredOn(HOME_NODE::equals).hasSizeBetween(1, 4);
  }

  @Test
  void aPodThatAsksForAGpuGoesWhereOneIs() {
    rome.kubectl("wait", "--for=condition=Ready", "pod/train", "-n=gpu", "--timeout=60s");
    assertThat(nodes("gpu")).containsExactly("milan");
    assertThat(milan.kubectl("get", "pod", "train", "-n=gpu-rome", "-o=name"))
        .isEqualTo("pod/train");
  }

  @Test
  void aStatefulPodComesBackToItsData() {
    rome.kubectl("rollout", "status", "statefulset/db", "-n=stateful", "--timeout=60s");
    String volume =
        rome.kubectl("get", "pvc/data-db-0", "-n=stateful", "-o=jsonpath={.spec.volumeName}");
    assertThat(
            milan.kubectl(
                "get", "pvc/data-db-0", "-n=stateful-rome", "-o=jsonpath={.spec.volumeName}"))
        .isEqualTo("examples");
    rome.kubectl("delete", "pod", "db-0", "-n=stateful", "--timeout=60s");
    soon(() -> assertThat(nodes("stateful")).containsExactly("milan"));
    rome.kubectl("rollout", "status", "statefulset/db", "-n=stateful", "--timeout=60s");
    assertThat(
            rome.kubectl("get", "pvc/data-db-0", "-n=stateful", "-o=jsonpath={.spec.volumeName}"))
        .isEqualTo(volume);
  }

  @Test
  void jobsEndByWhatTheirPodsSayOverThere() {
    soon(
        () -> {
          List.of(milan, naples).forEach(ExamplesE2ETest::finishPods);
          assertThat(rome.kubectl("get", "job/count", "-n=jobs", "-o=jsonpath={.status.succeeded}"))
              .isEqualTo("3");
        });
    rome.kubectl("wait", "--for=condition=Complete", "job/count", "-n=jobs", "--timeout=60s");
    assertThat(
            words(rome.kubectl("get", "pods", "-n=jobs", "-o=jsonpath={.items[*].spec.nodeName}")))
        .hasSize(3)
        .doesNotContain(HOME_NODE);
  }

  @Test
  void onlyTheEdgeSiteGetsItsPods() {
    rome.kubectl("rollout", "status", "deployment/sensor", "-n=edge", "--timeout=60s");
    assertThat(nodes("edge")).containsExactly("milan", "milan");
    assertThat(naples.kubectl("get", "namespace", "edge-rome", "--ignore-not-found")).isEmpty();
    assertThat(
            rome.kubectl(
                "get", "pods", "-n=edge", "-o=jsonpath={.items[0].spec.tolerations[*].key}"))
        .contains("node.kubernetes.io/unreachable", "node.kubernetes.io/not-ready");
  }

  @Test
  void aServiceIsOfferedWhileItsPodsStay() {
    rome.kubectl("rollout", "status", "deployment/api", "-n=services", "--timeout=60s");
    assertThat(nodes("services")).containsExactly(HOME_NODE, HOME_NODE);
    List<String> addresses =
        words(rome.kubectl("get", "pods", "-n=services", "-o=jsonpath={.items[*].status.podIP}"));
    for (Installed provider : List.of(milan, naples)) {
      soon(
          () -> {
            assertThat(
                    words(
                        provider.kubectl(
                            "get",
                            "endpointslices",
                            "-n=services-rome",
                            "-l=kubernetes.io/service-name=api",
                            "-o=jsonpath={.items[*].endpoints[*].addresses[0]}")))
                .containsExactlyInAnyOrderElementsOf(addresses);
            assertThat(
                    provider.kubectl(
                        "get",
                        "configmap/api-address",
                        "-n=services-rome",
                        "-o=jsonpath={.data.url}"))
                .isEqualTo("http://api");
          });
    }
  }

  @Test
  void aDeploymentIsSpreadOverThreeClusters() {
    rome.kubectl("rollout", "status", "deployment/web", "-n=three", "--timeout=60s");
    assertThat(nodes("three")).containsExactlyInAnyOrder(HOME_NODE, "milan", "naples");
  }

  /** A default storage class with a volume, GPUs, and the label of an edge site: all in milan. */
  private static void haveWhatThePagesAskFor() {
    Peered.apply(
        milan.cluster,
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: disk, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}
        provisioner: kubernetes.io/no-provisioner
        ---
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: examples}
        spec:
          storageClassName: disk
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          hostPath: {path: /data}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: sluice-sharing, namespace: sluice}
        data: {nodeLabels: "site=edge"}
        """);
    gpus("\"4\"");
  }

  private static void gpus(String number) {
    String amount = "{\"nvidia.com/gpu\":%s}".formatted(number);
    milan.kubectl(
        "patch",
        "node",
        "away-kwok-0",
        "--subresource=status",
        "--type=merge",
        "-p={\"status\":{\"capacity\":%1$s,\"allocatable\":%1$s}}".formatted(amount));
  }

  private static void borrow(Installed provider, Map<String, Quantity> wanted) {
    rome.peering(provider).join();
    rome.borrowing().ask(provider.id, provider.id, wanted, true);
  }

  private static Map<String, Quantity> wanted(String name, String amount) {
    return Map.of(
        "cpu",
        new Quantity("20"),
        "memory",
        new Quantity("16Gi"),
        "pods",
        new Quantity("40"),
        name,
        new Quantity(amount));
  }

  private static void apply(String file) {
    List<String> command = new ArrayList<>(List.of("apply"));
    EXAMPLES.forEach(example -> command.add("-f=../examples/" + example + "/" + file));
    rome.kubectl(command.toArray(String[]::new));
  }

  /** Fake nodes end no containers of Jobs that live in another cluster. */
  private static void finishPods(Installed provider) {
    for (String pod :
        words(
            provider.kubectl(
                "get",
                "pods",
                "-n=jobs-rome",
                "--field-selector=status.phase=Running",
                "-o=jsonpath={.items[*].metadata.name}"))) {
      provider.kubectl(
          "patch",
          "pod",
          pod,
          "-n=jobs-rome",
          "--subresource=status",
          "--type=merge",
          "-p",
          """
          {"status":{"phase":"Succeeded","containerStatuses":[{"name":"count","image":"pause",
           "imageID":"x","ready":false,"restartCount":0,"state":{"terminated":{"exitCode":0,
           "startedAt":"2026-01-01T00:00:00Z","finishedAt":"2026-01-01T00:00:01Z"}}}]}}
          """);
    }
  }

  private static List<String> nodes(String namespace) {
    return words(
        rome.kubectl(
            "get",
            "pods",
            "-n=" + namespace,
            "--field-selector=status.phase=Running",
            "-o=jsonpath={.items[*].spec.nodeName}"));
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("\\s+"));
  }

  private static void soon(ThrowingRunnable assertion) {
    await().atMost(SOON).untilAsserted(assertion);
  }
}
