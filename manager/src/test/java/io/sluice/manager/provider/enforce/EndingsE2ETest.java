package io.sluice.manager.provider.enforce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.image.Images;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.node.RealNode;
import io.sluice.testbed.plane.Api;
import io.sluice.testbed.plane.KwokNodes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The table of D-1 on a real node: what takes a pod away is real (people, the Eviction API, drain,
 * the scheduler, the pod garbage collector), and so is the kubelet that reports it.
 */
@NeedsClusters(value = "mill", nodes = NodeKind.REAL)
class EndingsE2ETest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> POLICIES = List.of("Always", "OnFailure", "Never");

  private ProviderBed bed;
  private String ns;
  private Mortal enforcer;
  private AuditLog.Mark mark;
  private final Map<String, String> first = new HashMap<>();

  @BeforeEach
  void start(Cluster mill, TestNamespace namespace) {
    bed = new ProviderBed(mill);
    ns = namespace.name();
    mark = mill.audit().mark();
    if (!mill.api().get("/api/v1/nodes/" + node()).ok()) {
      registerAgain();
    }
    enforcer = Mortal.immortal(bed);
  }

  @AfterEach
  void stop() {
    enforcer.close();
  }

  @Test
  void aPodThatWasTakenAwayComesBackAndOneThatEndedDoesNot() {
    Set<Fate> fates = new TreeSet<>(List.of(Fate.values()));
    fates.remove(Fate.NODE_DELETED);
    begin(fates);

    kubectl("delete", "pod", "-l", "fate in (delete,lost)", "--wait=false");
    POLICIES.forEach(policy -> evict(Fate.EVICT.pod(policy)));
    preempt();
    await().atMost(PATIENCE).until(this::halvesAreOver);
    kubectl("delete", "pod", "-l", "fate=half", "--wait=false");
    drain();

    fates.forEach(this::assertEnd);
    assertMadeOnceOrTwice(fates);
  }

  /** The pod garbage collector waits 40 s for a node to come back, and looks every 20 s. */
  @Test
  @EnabledIfSystemProperty(named = "sluice.long", matches = "true")
  void aPodWhoseNodeWasDeletedComesBackOnTheNextOne() {
    Set<Fate> fates = Set.of(Fate.NODE_DELETED);
    begin(fates);
    kubectl("delete", "node", node());
    POLICIES.forEach(
        policy ->
            await().atMost(PATIENCE).until(() -> isAnother(find(Fate.NODE_DELETED.pod(policy)))));
    registerAgain();
    fates.forEach(this::assertEnd);
    assertMadeOnceOrTwice(fates);
  }

  private void begin(Set<Fate> fates) {
    for (Fate fate : fates) {
      POLICIES.forEach(policy -> bed.create(fate.shadow(ns, policy)));
    }
    for (Fate fate : fates) {
      for (String policy : POLICIES) {
        await(fate.pod(policy)).atMost(PATIENCE).until(() -> hasBegun(fate.pod(policy)));
      }
    }
  }

  /** Remembers the pod as soon as its kubelet has said anything about it. */
  private boolean hasBegun(String name) {
    Pod pod = find(name);
    if (pod == null || phase(pod).equals("Pending")) {
      return false;
    }
    first.put(name, pod.getMetadata().getUid());
    return true;
  }

  private void evict(String pod) {
    ObjectNode eviction =
        Api.JSON.createObjectNode().put("apiVersion", "policy/v1").put("kind", "Eviction");
    eviction.putObject("metadata").put("name", pod);
    String path = "/api/v1/namespaces/" + ns + "/pods/" + pod + "/eviction";
    assertThat(bed.cluster().api().create(path, eviction).ok()).isTrue();
  }

  /** A pod of higher priority needs the room of three, and leaves when it has got it. */
  private void preempt() {
    kubectl("create", "priorityclass", "high-" + ns, "--value=1000");
    int processors =
        bed.cluster()
            .api()
            .get("/api/v1/nodes/" + node())
            .body()
            .at("/status/allocatable/cpu")
            .asInt();
    String overrides =
        """
        {"spec": {"priorityClassName": "high-%s", "terminationGracePeriodSeconds": 0,
          "containers": [{"name": "preemptor", "image": "%s", "command": ["sleep", "1000"],
          "resources": {"requests": {"cpu": "%dm"}}}]}}
        """
            .formatted(ns, Images.BUSYBOX, processors * 1000 - 100);
    kubectl("run", "preemptor", "--image=" + Images.BUSYBOX, "--overrides=" + overrides);
    POLICIES.forEach(
        policy ->
            await("preempted")
                .atMost(PATIENCE)
                .until(() -> isAnother(find(Fate.PREEMPT.pod(policy)))));
    kubectl("delete", "pod", "preemptor", "--now", "--wait=false");
    kubectl("delete", "priorityclass", "high-" + ns);
  }

  private void drain() {
    kubectl("drain", node(), "--force", "--pod-selector=fate=drain", "--timeout=60s");
    kubectl("uncordon", node());
  }

  /** Times have whole seconds: what ended in the second of the deletion may have been killed. */
  private boolean halvesAreOver() {
    return List.of("OnFailure", "Never").stream()
        .map(policy -> bed.get(Pod.class, ns, Fate.HALF.pod(policy)))
        .allMatch(
            pod ->
                pod.getStatus().getContainerStatuses().stream()
                    .filter(status -> status.getName().equals("over"))
                    .map(status -> status.getState().getTerminated())
                    .filter(Objects::nonNull)
                    .map(end -> Instant.parse(end.getFinishedAt()))
                    .anyMatch(end -> end.plusSeconds(1).isBefore(Instant.now())));
  }

  private void assertEnd(Fate fate) {
    for (String policy : POLICIES) {
      String name = fate.pod(policy);
      await(name)
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                switch (fate.end(policy)) {
                  case AGAIN -> assertAgain(name);
                  case RESTARTED -> assertRestarted(name);
                  case SUCCEEDED -> assertRecorded(name, ShadowPodPhase.SUCCEEDED, 0);
                  case FAILED -> assertRecorded(name, ShadowPodPhase.FAILED, 42);
                  case LOST -> assertLost(name);
                  case EXPIRED ->
                      assertThat(recorded(name).getReason()).isEqualTo("DeadlineExceeded");
                }
              });
    }
  }

  private void assertAgain(String name) {
    Pod pod = bed.get(Pod.class, ns, name);
    assertThat(isAnother(pod)).as("another pod").isTrue();
    assertThat(phase(pod)).isEqualTo("Running");
    assertThat(phase(shadow(name)).isFinished()).as("nothing final").isFalse();
  }

  private void assertRestarted(String name) {
    Pod pod = bed.get(Pod.class, ns, name);
    assertThat(pod.getMetadata().getUid()).isEqualTo(first.get(name));
    assertThat(container(pod.getStatus()).getRestartCount()).isPositive();
    assertThat(phase(shadow(name)).isFinished()).as("nothing final").isFalse();
  }

  private void assertRecorded(String name, ShadowPodPhase phase, int exitCode) {
    assertThat(phase(shadow(name))).isEqualTo(phase);
    assertThat(container(recorded(name)).getState().getTerminated().getExitCode())
        .isEqualTo(exitCode);
  }

  private void assertLost(String name) {
    assertThat(phase(shadow(name))).isEqualTo(ShadowPodPhase.FAILED);
    assertThat(recorded(name).getConditions())
        .anyMatch(c -> c.getType().equals("DisruptionTarget") && c.getStatus().equals("True"));
  }

  /** From the audit log: a second pod exactly where one was taken away. */
  private void assertMadeOnceOrTwice(Set<Fate> fates) {
    Requests made = bed.cluster().audit().since(mark).in(ns).by(ProviderBed.MANAGER).verb("create");
    for (Fate fate : fates) {
      for (String policy : POLICIES) {
        assertThat(
                made.named(fate.pod(policy)).resource("pods").stream()
                    .filter(request -> request.code() < 300)
                    .count())
            .as(fate.pod(policy))
            .isEqualTo(fate.end(policy) == Fate.End.AGAIN ? 2 : 1);
      }
    }
  }

  private boolean isAnother(@Nullable Pod pod) {
    return pod != null
        && !pod.getMetadata().getUid().equals(first.get(pod.getMetadata().getName()));
  }

  private @Nullable Pod find(String name) {
    return bed.find(Pod.class, ns, name);
  }

  private ShadowPod shadow(String name) {
    return bed.get(ShadowPod.class, ns, name);
  }

  private static ShadowPodPhase phase(ShadowPod shadow) {
    return shadow.getStatus() == null ? ShadowPodPhase.UNKNOWN : shadow.getStatus().phase();
  }

  private static String phase(Pod pod) {
    return String.valueOf(pod.getStatus().getPhase());
  }

  private PodStatus recorded(String name) {
    ShadowPod shadow = shadow(name);
    assertThat(shadow.getStatus()).as("a record").isNotNull();
    assertThat(shadow.getStatus().podStatus()).as("a record of the pod").isNotNull();
    return Objects.requireNonNull(shadow.getStatus().podStatus());
  }

  private static ContainerStatus container(PodStatus status) {
    return status.getContainerStatuses().stream()
        .filter(container -> container.getName().equals("c"))
        .findFirst()
        .orElseThrow();
  }

  private String node() {
    return RealNode.nodeName(bed.cluster().name());
  }

  /** A kubelet registers its node when it starts, and never again. */
  private void registerAgain() {
    bed.cluster().component(Component.KUBELET).kill();
    bed.cluster().component(Component.KUBELET).start();
    new KwokNodes(bed.cluster().api()).awaitReady(node());
  }

  private void kubectl(String... arguments) {
    List<String> all = new ArrayList<>(List.of("-n", ns));
    all.addAll(List.of(arguments));
    bed.cluster().kubectl(all.toArray(String[]::new)).outOrThrow();
  }
}
