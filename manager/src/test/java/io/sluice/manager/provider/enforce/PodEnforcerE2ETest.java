package io.sluice.manager.provider.enforce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.engine.kube.Api;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Enforcement on a real API server with fake nodes; what needs a kubelet is proved elsewhere. */
@NeedsClusters("away")
class PodEnforcerE2ETest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Cluster away;
  private String ns;
  private Api api;
  private PodEnforcer enforcer;

  @BeforeEach
  void start(Cluster away, TestNamespace namespace) {
    this.away = away;
    this.ns = namespace.name();
    this.api = new ProviderBed(away).manager();
    this.enforcer = enforcer();
  }

  @AfterEach
  void stop() {
    enforcer.close();
    api.close();
  }

  @Test
  void keepsALongRunningPodWithOnePostAndOneDelete() throws Exception {
    AuditLog.Mark mark = away.audit().mark();
    shadow("web", "Always");
    awaitPhase("web", "Running");
    away.kubectl("delete", "shadowpod", "web", "-n", ns).outOrThrow();
    awaitNoPod("web");

    Requests ours = away.audit().since(mark).in(ns).by(ProviderBed.MANAGER);
    assertThat(ours.verb("create").count()).isEqualTo(1);
    assertThat(ours.verb("delete").count()).as("the collector may be first").isLessThanOrEqualTo(1);
    assertThat(ours.where(event -> !Map.of("create", 1, "delete", 1).containsKey(event.verb())))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Always", "OnFailure", "Never"})
  void bringsADeletedPodBack(String policy) throws Exception {
    shadow("web", policy);
    awaitPhase("web", "Running");
    String first = field("pod/web", "{.metadata.uid}");
    away.kubectl("delete", "pod", "web", "-n", ns, "--wait=false").outOrThrow();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(field("pod/web", "{.metadata.uid}")).isNotEmpty().isNotEqualTo(first));
    awaitPhase("web", "Running");
    assertThat(field("shadowpod/web", "{.status.phase}")).isNotIn("Failed", "Succeeded");
  }

  @ParameterizedTest
  @ValueSource(strings = {"OnFailure", "Never"})
  void recordsAFinishedPodAndNeverRunsItAgain(String policy) throws Exception {
    shadow("job", policy);
    awaitPhase("job", "Running");
    finish("job", 0, "Succeeded");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(field("shadowpod/job", "{.status.phase}")).isEqualTo("Succeeded"));
    away.kubectl("delete", "pod", "job", "-n", ns, "--timeout=30s").outOrThrow();
    restart();
    shadow("other", "Always");
    awaitPhase("other", "Running");
    assertThat(field("pod/job", "{.metadata.name}")).isEmpty();
    assertThat(field("shadowpod/job", "{.status.podStatus.containerStatuses[0].state.terminated}"))
        .contains("\"exitCode\":0");
  }

  @Test
  void keepsTheOutcomeOfAPodThatEndedAndWasDeletedWhileNobodyLooked() throws Exception {
    shadow("job", "Never");
    awaitPhase("job", "Running");
    enforcer.close();
    finish("job", 42, "Failed");
    away.kubectl("delete", "pod", "job", "-n", ns, "--wait=false").outOrThrow();
    enforcer = enforcer();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(field("shadowpod/job", "{.status.phase}")).isEqualTo("Failed"));
    awaitNoPod("job");
    assertThat(
            field(
                "shadowpod/job",
                "{.status.podStatus.containerStatuses[0].state.terminated.exitCode}"))
        .isEqualTo("42");
  }

  @Test
  void neverTouchesAStrangersPodAndSaysSo() throws Exception {
    away.kubectl("run", "web", "--image=pause", "-n", ns).outOrThrow();
    String uid = field("pod/web", "{.metadata.uid}");
    shadow("web", "Always");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(field("shadowpod/web", "{.status.conditions[0].reason}"))
                    .isEqualTo("NameConflict"));
    assertThat(field("pod/web", "{.metadata.uid}")).isEqualTo(uid);
    away.kubectl("delete", "pod", "web", "-n", ns, "--timeout=30s").outOrThrow();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(field("pod/web", "{.metadata.ownerReferences[0].kind}"))
                    .isEqualTo("ShadowPod"));
  }

  @Test
  void carriesChangesOfTheShadowPodToTheRunningPod() throws Exception {
    shadow("web", "Always");
    awaitPhase("web", "Running");
    String uid = field("pod/web", "{.metadata.uid}");
    away.kubectl("label", "shadowpod", "web", "-n", ns, "tier=gold").outOrThrow();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(field("pod/web", "{.metadata.labels.tier}")).isEqualTo("gold"));
    assertThat(field("pod/web", "{.metadata.uid}")).isEqualTo(uid);
  }

  private PodEnforcer enforcer() {
    PodEnforcer fresh =
        new PodEnforcer(api, changed -> new Ledger(api, "away", false, changed), Clock.systemUTC());
    fresh.start();
    return fresh;
  }

  private void restart() {
    enforcer.close();
    enforcer = enforcer();
  }

  private void shadow(String name, String policy) throws IOException {
    Path file = Files.createTempFile("shadow", ".yaml");
    Files.writeString(
        file,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: ShadowPod
        metadata:
          name: %s
          namespace: %s
          labels: {offloading.liqo.io/origin: home, offloading.liqo.io/destination: away}
        spec:
          pod:
            restartPolicy: %s
            containers: [{name: c, image: pause}]
        """
            .formatted(name, ns, policy));
    away.kubectl("apply", "-f", file.toString()).outOrThrow();
    Files.delete(file);
  }

  /** Ends a fake pod the way a kubelet would report it. */
  private void finish(String name, int exitCode, String phase) {
    String status =
        """
        {"status":{"phase":"%s","containerStatuses":[{"name":"c","image":"pause","imageID":"x",
         "ready":false,"restartCount":0,"state":{"terminated":{"exitCode":%d,
         "startedAt":"2026-01-01T00:00:00Z","finishedAt":"2026-01-01T00:00:01Z"}}}]}}
        """
            .formatted(phase, exitCode);
    away.kubectl(
            "patch", "pod", name, "-n", ns, "--subresource=status", "--type=merge", "-p", status)
        .outOrThrow();
  }

  private void awaitPhase(String name, String phase) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(field("pod/" + name, "{.status.phase}")).isEqualTo(phase));
  }

  private void awaitNoPod(String name) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(field("pod/" + name, "{.metadata.name}")).isEmpty());
  }

  private String field(String object, String path) {
    return away.kubectl("get", object, "-n", ns, "--ignore-not-found", "-o=jsonpath=" + path).out();
  }
}
