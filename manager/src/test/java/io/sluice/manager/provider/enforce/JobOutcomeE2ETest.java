package io.sluice.manager.provider.enforce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.image.Images;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.NodeKind;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** D-2, D-13a: what a job said and how it ended outlives its pod, its node and the enforcer. */
@NeedsClusters(value = "mill", nodes = NodeKind.REAL)
class JobOutcomeE2ETest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @Test
  void theExitCodeAndTheLastWordsOutliveThePodItsNodeAndTheEnforcer(
      Cluster mill, TestNamespace namespace) {
    ProviderBed bed = new ProviderBed(mill);
    String ns = namespace.name();
    AuditLog.Mark mark = mill.audit().mark();
    try (Mortal _ = Mortal.immortal(bed)) {
      bed.create(shadow(ns, "job", "echo many; echo last words; exit 42"));
      await().atMost(PATIENCE).until(() -> status(bed, ns).phase() == ShadowPodPhase.FAILED);
    }
    mill.kubectl("delete", "pod", "job", "-n", ns, "--timeout=60s").outOrThrow();
    bed.admin()
        .list(Kind.of(Node.class), Scope.ALL)
        .forEach(node -> bed.delete(Node.class, "", node.getMetadata().getName()));

    try (Mortal _ = Mortal.immortal(bed)) {
      bed.create(shadow(ns, "next", "true"));
      await().atMost(PATIENCE).until(() -> bed.find(Pod.class, ns, "next") != null);
    }
    ShadowPodStatus kept = status(bed, ns);
    assertThat(kept.logs()).containsEntry("c", "last words\n");
    assertThat(
            Objects.requireNonNull(kept.podStatus())
                .getContainerStatuses()
                .getFirst()
                .getState()
                .getTerminated()
                .getExitCode())
        .isEqualTo(42);
    assertThat(bed.find(Pod.class, ns, "job")).isNull();
    assertThat(
            mill.audit()
                .since(mark)
                .in(ns)
                .by(ProviderBed.MANAGER)
                .named("job")
                .verb("create")
                .count())
        .isEqualTo(1);
  }

  private static ShadowPodStatus status(ProviderBed bed, String namespace) {
    ShadowPod shadow = bed.get(ShadowPod.class, namespace, "job");
    return shadow.getStatus() == null
        ? ShadowPodStatus.of(ShadowPodPhase.UNKNOWN)
        : shadow.getStatus();
  }

  private static ShadowPod shadow(String namespace, String name, String script) {
    ShadowPod shadow = new ShadowPod();
    shadow.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(name)
            .addToLabels(Labels.ORIGIN, "home")
            .addToAnnotations(Annotations.LOG_TAIL, "1")
            .build());
    shadow.setSpec(
        new ShadowPodSpec(
            new PodSpecBuilder()
                .withRestartPolicy("Never")
                .addNewContainer()
                .withName("c")
                .withImage(Images.BUSYBOX)
                .withCommand("sh", "-c", script)
                .endContainer()
                .build()));
    return shadow;
  }
}
