package io.sluice.kubelet.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.kubelet.border.Extension;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** ReplicaSets and Jobs of one on a real API server keep the contract. */
@NeedsClusters("away")
class SinglesApiTest extends RemoteWorkloadContract {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Cluster away;
  private Api api;
  private String twin;

  @BeforeEach
  void connect(Cluster away, TestNamespace namespace) {
    this.away = away;
    api = new Api(Endpoint.fromKubeconfig(away.kubeconfig(), null), "test");
    twin = namespace.name();
  }

  @AfterEach
  void leave() {
    api.close();
  }

  @Override
  RemoteWorkload open(BlockingQueue<String> changed) {
    return new Singles(api, new Extension("home", twin), NODE, heard(changed));
  }

  @Override
  String twin() {
    return twin;
  }

  @Test
  void thePodOfATwinIsTheOneThatItsControllerMade() throws Exception {
    try (RemoteWorkload workload = started()) {
      workload.create(shadow("web", NODE));
      Pod pod = awaitPod(workload, "web", "");

      assertThat(pod.getMetadata().getName()).startsWith("web-");
      assertThat(pod.getSpec().getHostname()).isEqualTo("web");
      assertThat(workload.twinOf(pod.getMetadata().getName())).isEqualTo("web");
      assertThat(workload.twinOf("somebody-else")).isEqualTo("somebody-else");

      // RS1-4: whoever takes the pod away, the provider makes it anew.
      kubectl("delete", "pod", pod.getMetadata().getName(), "--wait=false");
      awaitPod(workload, "web", pod.getMetadata().getUid());
    }
  }

  @Test
  void whatAStrangerChangedIsPutRight() throws Exception {
    try (RemoteWorkload workload = started()) {
      workload.create(shadow("web", NODE));
      awaitPod(workload, "web", "");
      kubectl("scale", "replicaset/web", "--replicas=3");
      kubectl("set", "image", "replicaset/web", "c=evil");

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                workload.mend(shadow("web", NODE));
                assertThat(kubectl("get", "rs", "web", "-o=jsonpath={.spec.replicas}"))
                    .isEqualTo("1");
                assertThat(
                        kubectl(
                            "get",
                            "rs",
                            "web",
                            "-o=jsonpath={.spec.template.spec.containers[0].image}"))
                    .isEqualTo("pause");
              });
    }
  }

  @Test
  void aPodThatMayFinishIsKeptByAJobThatRecordsItsEnd() throws Exception {
    try (RemoteWorkload workload = started()) {
      var wanted = shadow("task", NODE);
      Objects.requireNonNull(wanted.getSpec().pod()).setRestartPolicy("Never");
      workload.create(wanted); // fake nodes let pods of Jobs succeed at once
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(workload.observe("task").shadow())
                      .hasValueSatisfying(
                          s -> assertThat(s.getStatus().phase().isFinished()).isTrue()));
      assertThat(kubectl("get", "pods", "-o=name")).hasLineCount(1);

      kubectl("delete", "pods", "--all");
      await().atMost(PATIENCE).until(() -> workload.observe("task").pod().isEmpty());
      assertThat(workload.observe("task").shadow())
          .hasValueSatisfying(s -> assertThat(s.getStatus().phase().isFinished()).isTrue());
      assertThat(kubectl("get", "pods", "-o=name")).isEmpty();

      String uid = workload.observe("task").shadow().orElseThrow().getMetadata().getUid();
      workload.delete("task", uid);
      await().atMost(PATIENCE).until(() -> workload.observe("task").shadow().isEmpty());
    }
  }

  private RemoteWorkload started() {
    RemoteWorkload workload = open(new LinkedBlockingQueue<>());
    workload.start();
    await().atMost(PATIENCE).until(workload::synced);
    return workload;
  }

  private static Pod awaitPod(RemoteWorkload workload, String name, String otherThan) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                workload
                    .observe(name)
                    .pod()
                    .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                    .filter(pod -> !pod.getMetadata().getUid().equals(otherThan))
                    .isPresent());
    return workload.observe(name).pod().orElseThrow();
  }

  private String kubectl(String... arguments) {
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = "--namespace=" + twin;
    return away.kubectl(all).outOrThrow().strip();
  }
}
