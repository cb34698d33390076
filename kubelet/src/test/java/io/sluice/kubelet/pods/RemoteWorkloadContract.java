package io.sluice.kubelet.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Problem;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** What every back end of a virtual node keeps to; a second one extends this class. */
abstract class RemoteWorkloadContract {
  static final String NODE = "vn";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final BlockingQueue<String> changed = new LinkedBlockingQueue<>();

  /** The back end under test, not started, with an empty twin namespace. */
  abstract RemoteWorkload open(BlockingQueue<String> changed) throws Exception;

  /** Its namespace in the provider. */
  abstract String twin();

  @Test
  void nothingIsAbsentBeforeEverythingWasSeen() throws Exception {
    try (RemoteWorkload workload = synced()) {
      assertThat(workload.observe("web")).isEqualTo(RemoteWorkload.Observed.NOTHING);
      assertThat(workload.names()).isEmpty();
    }
  }

  @Test
  void whatWasCreatedIsKnownAtOnceAndListedByName() throws Exception {
    try (RemoteWorkload workload = synced()) {
      workload.create(shadow("web", NODE));
      workload.create(shadow("other", "another-node"));

      assertThat(workload.observe("web").shadow()).isPresent();
      assertThat(workload.names()).as("only this node's").containsExactly("web");
      assertThat(changed.poll(30, java.util.concurrent.TimeUnit.SECONDS)).isNotNull();
    }
  }

  @Test
  void theSameNameTwiceIsRefused() throws Exception {
    try (RemoteWorkload workload = synced()) {
      workload.create(shadow("web", NODE));

      assertThatThrownBy(() -> workload.create(shadow("web", NODE)))
          .isInstanceOfSatisfying(
              ApiFailure.class, failure -> assertThat(failure.is(Problem.EXISTS)).isTrue());
    }
  }

  @Test
  void aChangeIsMergedIntoTheObjectThatWasMeant() throws Exception {
    try (RemoteWorkload workload = synced()) {
      workload.create(shadow("web", NODE));
      workload.update("web", uid(workload, "web"), label("tier", "front"));

      var labels = workload.observe("web").shadow().orElseThrow().getMetadata().getLabels();
      assertThat(labels).containsEntry("tier", "front").containsEntry(Labels.NODE_NAME, NODE);
      assertThatThrownBy(() -> workload.update("web", "another-uid", label("tier", "back")))
          .isInstanceOf(ApiFailure.class);
    }
  }

  @Test
  void onlyTheObjectThatWasMeantIsDeleted() throws Exception {
    try (RemoteWorkload workload = synced()) {
      workload.create(shadow("web", NODE));
      String uid = uid(workload, "web");
      workload.delete("web", "another-uid");
      assertThat(workload.observe("web").shadow()).isPresent();

      workload.delete("web", uid);
      await().atMost(PATIENCE).until(() -> workload.observe("web").shadow().isEmpty());
      workload.delete("web", uid); // gone is what was wanted
    }
  }

  private RemoteWorkload synced() throws Exception {
    RemoteWorkload workload = open(changed);
    workload.start();
    await().atMost(PATIENCE).until(workload::synced);
    return workload;
  }

  static Workloads.News heard(BlockingQueue<String> changed) {
    return new Workloads.News() {
      @Override
      public void changed(String name) {
        changed.add(name);
      }

      @Override
      public void synced() {}
    };
  }

  private static String uid(RemoteWorkload workload, String name) {
    return workload.observe(name).shadow().orElseThrow().getMetadata().getUid();
  }

  private static Map<String, Object> label(String key, String value) {
    return Map.of("metadata", Map.of("labels", Map.of(key, value)));
  }

  ShadowPod shadow(String name, String node) {
    ShadowPod shadow = new ShadowPod();
    shadow.getMetadata().setName(name);
    shadow.getMetadata().setNamespace(twin());
    shadow.getMetadata().setLabels(Map.of(Labels.NODE_NAME, node, Labels.ORIGIN, "home"));
    shadow.getMetadata().setAnnotations(Map.of(Annotations.LOCAL_UID, "uid-" + name));
    shadow.setSpec(
        new ShadowPodSpec(
            new PodSpecBuilder()
                .addNewContainer()
                .withName("c")
                .withImage("pause")
                .endContainer()
                .build()));
    return shadow;
  }
}
