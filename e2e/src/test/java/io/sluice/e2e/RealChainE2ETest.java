package io.sluice.e2e;

import static io.sluice.e2e.Chain.IN_OSLO;
import static io.sluice.e2e.Chain.IN_PARIS;
import static io.sluice.e2e.Chain.NAMESPACE;
import static io.sluice.e2e.Chain.field;
import static io.sluice.e2e.Chain.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.node.RealNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** §10 on real nodes: a pod two borders away is talked to, measured, reached, refused and ended. */
@NeedsClusters(
    value = {"home", "away", "far"},
    nodes = NodeKind.REAL)
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealChainE2ETest {
  private static final Duration MEASURED = Duration.ofMinutes(2);
  private static final String RUNNING = "Running";
  private static final String SLEEPER =
      "containers: [{name: c, image: 'docker.io/library/busybox:1', command: [sleep, '1000']}]";
  private static final String WEB =
      """
      containers:
      - name: c
        image: registry.k8s.io/e2e-test-images/agnhost:2.63.0
        command: [/agnhost, netexec, --http-port=8080]
        readinessProbe: {httpGet: {path: /hostname, port: 8080}, periodSeconds: 1}
      """;

  private Chain chain;

  @BeforeAll
  void peer(Cluster home, Cluster away, Cluster far, @TempDir Path folder) {
    chain = new Chain(home, away, far, folder);
  }

  @AfterAll
  void part() {
    chain.close();
  }

  @Test
  void bytesGoOverBothBorders() throws IOException {
    new Talk(chain.milan.cluster, NAMESPACE, "").works();
    assertThat(chain.inOslo("talker", "{.spec.nodeName}"))
        .isEqualTo(RealNode.nodeName(chain.oslo.cluster.name()));
    chain.delete("talker", "reader", "web");
  }

  @Test
  void homeMeasuresWhatRunsTwoBordersAway() {
    chain.run("worker", SLEEPER);
    chain.awaitPhase("worker", RUNNING);
    String own = "namespace=\"relay\",pod=\"worker\"";
    measured(
        () -> {
          assertThat(page("metrics/resource"))
              .containsPattern("pod_cpu_usage_seconds_total\\{" + own)
              .containsPattern("pod_memory_working_set_bytes\\{" + own)
              .doesNotContain(IN_PARIS)
              .doesNotContain(IN_OSLO);
          assertThat(page("metrics/cadvisor"))
              .containsPattern("container_memory_working_set_bytes\\{.*" + own);
        });
    String uid = chain.atHome("worker", "{.metadata.uid}");
    measured(
        () -> {
          JsonNode summary = io.sluice.testbed.plane.Api.JSON.readTree(page("stats/summary"));
          assertThat(summary.at("/pods"))
              .anySatisfy(
                  pod -> {
                    assertThat(pod.at("/podRef/uid").asText()).isEqualTo(uid);
                    assertThat(pod.at("/podRef/namespace").asText()).isEqualTo(NAMESPACE);
                    assertThat(pod.at("/memory/workingSetBytes").asLong()).isPositive();
                  });
        });
    aNodeThatIsSilentInTheLastClusterHidesNoOther();
    chain.milan.cluster.serveMetrics();
    measured(
        () -> {
          assertThat(chain.milan.kubectl("top", "pod", "worker", "-n=relay"))
              .containsPattern("worker +\\d+m +\\d+Mi");
          assertThat(chain.milan.kubectl("top", "node", "paris"))
              .containsPattern("paris +\\d+m +\\d+% +\\d+Mi");
        });
    chain.delete("worker");
  }

  /** Each cluster gives up before the one that asks it does. */
  private void aNodeThatIsSilentInTheLastClusterHidesNoOther() {
    Peered.apply(
        chain.oslo.cluster,
        """
        apiVersion: v1
        kind: Node
        metadata: {name: silent}
        status:
          addresses: [{type: InternalIP, address: 172.30.255.250}]
          daemonEndpoints: {kubeletEndpoint: {Port: 10250}}
        ---
        apiVersion: v1
        kind: Pod
        metadata:
          name: lost
          namespace: relay-milan-paris
          labels: {offloading.liqo.io/origin: paris}
        spec: {nodeName: silent, containers: [{name: c, image: pause}]}
        """);
    measured(
        () -> assertThat(page("metrics/resource")).contains("namespace=\"relay\",pod=\"worker\""));
    chain.oslo.kubectl("delete", "pod", "lost", "-n=" + IN_OSLO, "--grace-period=0", "--force");
    chain.oslo.kubectl("delete", "node", "silent");
  }

  /** A client at home reaches a server two borders away by the name of a Service, and back. */
  @Test
  void aServiceConnectsBothEndsOfTheChain() {
    chain.milan.kubectl("create", "namespace", "ends");
    service("web", "selector: {app: web}");
    chain.run("web", WEB);
    Peered.apply(
        chain.milan.cluster,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: native, namespace: ends}
        spec:
          terminationGracePeriodSeconds: 0
        %s
        """
            .formatted(WEB.indent(2)));
    Chain.soon(() -> assertThat(ends("{.status.phase}")).isEqualTo(RUNNING));
    service("native", "type: ClusterIP");
    Peered.apply(
        chain.milan.cluster,
        """
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice
        metadata: {name: native, namespace: relay, labels: {kubernetes.io/service-name: native}}
        addressType: IPv4
        ports: [{port: 8080, protocol: TCP}]
        endpoints: [{addresses: [%s], conditions: {ready: true}}]
        """
            .formatted(ends("{.status.podIP}")));
    chain.awaitPhase("web", RUNNING);

    String here = field(chain.milan, "service/web", NAMESPACE, "{.spec.clusterIP}");
    soon(() -> assertThat(fetch("ends", "native", here)).isEqualTo("web"));
    soon(
        () -> {
          String there = field(chain.oslo, "service/native", IN_OSLO, "{.spec.clusterIP}");
          assertThat(there).isNotEmpty();
          assertThat(fetch(NAMESPACE, "web", there)).isEqualTo("native");
        });

    chain.milan.kubectl("delete", "endpointslice", "native", "-n=relay");
    chain.milan.kubectl("delete", "service", "web", "native", "-n=relay");
    chain.delete("web");
    chain.milan.kubectl("delete", "namespace", "ends", "--wait=false");
    soon(
        () ->
            assertThat(
                    chain.oslo.kubectl("get", "services,endpointslices", "-n=" + IN_OSLO, "-oname"))
                .isEmpty());
  }

  /** Each cluster's guardrails are asked, whatever the other one's say (D-14). */
  @Test
  void aPrivilegedPodNeedsTheConsentOfBothProviders() {
    allow(chain.paris, "milan");
    chain.run("daring", PRIVILEGED);
    chain.awaitReason("daring", "RefusedByPolicy", "cluster oslo refuses", "privileged");
    assertThat(chain.inOslo("daring", "{.metadata.name}")).isEmpty();

    allow(chain.oslo, "paris");
    chain.awaitPhase("daring", RUNNING);
    assertThat(chain.inOslo("daring", "{.spec.containers[0].securityContext.privileged}"))
        .isEqualTo("true");

    chain.paris.kubectl("delete", "tenantpolicy", "daring");
    chain.run("second", PRIVILEGED);
    chain.awaitReason("second", "RefusedByPolicy", "cluster paris refuses", "privileged");
    assertThat(field(chain.oslo, "shadowpod/second", IN_OSLO, "{.metadata.name}")).isEmpty();
    chain.delete("daring", "second");
    chain.oslo.kubectl("delete", "tenantpolicy", "daring");
  }

  /** Paris lends a whole CPU and has borrowed half of one. */
  @Test
  void whatTheSecondProviderDidNotPromiseWaitsAndHomeSaysWhy() {
    chain.run("large", asking("700m"));
    chain.awaitReason("large", "Insufficient cpu");
    assertThat(field(chain.oslo, "shadowpod/large", IN_OSLO, "{.metadata.name}")).isEmpty();

    assertThat(Sluice.in(chain.oslo.cluster, "cordon", "tenant", "paris")).contains("paris");
    chain.run("small", asking("100m"));
    chain.awaitReason("small", "QuotaCordoned", "oslo");
    assertThat(chain.inOslo("small", "{.metadata.name}")).isEmpty();
    assertThat(Sluice.in(chain.oslo.cluster, "activate", "tenant", "paris")).contains("paris");
    chain.awaitPhase("small", RUNNING);
    chain.delete("large", "small");
  }

  /** The grace that home grants, and the last words, come over both borders. */
  @Test
  void aPodEndsInOrderTwoBordersAway() throws IOException {
    chain.run(
        "polite",
        """
        containers:
        - name: c
          image: docker.io/library/busybox:1
          command: [sh, -c, 'trap "echo bye; exit 0" TERM; echo hello; while true; do sleep 1; done']
        """);
    chain.run(
        "failing",
        """
        restartPolicy: Never
        containers:
        - {name: c, image: 'docker.io/library/busybox:1', command: [sh, -c, 'echo no; exit 7']}
        """);
    chain.awaitPhase("polite", RUNNING);
    Process following =
        new ProcessBuilder(chain.milan.cluster.kubectlCommand("logs", "-f", "polite", "-n=relay"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader said = following.inputReader(StandardCharsets.UTF_8)) {
      assertThat(said.readLine()).isEqualTo("hello");
      chain.milan.kubectl("delete", "pod", "polite", "-n=relay", "--grace-period=20");
      assertThat(said.readLine()).isEqualTo("bye");
    } finally {
      following.destroy();
    }
    chain.awaitPhase("failing", "Failed");
    assertThat(chain.atHome("failing", "{.status.containerStatuses[0].state.terminated.exitCode}"))
        .isEqualTo("7");
    assertThat(chain.milan.kubectl("logs", "failing", "-n=relay")).isEqualTo("no");
    chain.delete("polite", "failing");
  }

  private static final String PRIVILEGED =
      """
      containers:
      - name: c
        image: docker.io/library/busybox:1
        command: [sleep, '1000']
        securityContext: {privileged: true}
      """;

  private static String asking(String cpu) {
    return """
    containers:
    - name: c
      image: docker.io/library/busybox:1
      command: [sleep, '1000']
      resources: {requests: {cpu: %s}}
    """
        .formatted(cpu);
  }

  private static void allow(Installed provider, String consumer) {
    Peered.apply(
        provider.cluster,
        """
        apiVersion: sluice.io/v1alpha1
        kind: TenantPolicy
        metadata: {name: daring}
        spec:
          tenants: {names: [%s]}
          podSecurity: {level: privileged}
          pods: {privileged: true}
        """
            .formatted(consumer));
  }

  private void service(String name, String more) {
    Peered.apply(
        chain.milan.cluster,
        """
        apiVersion: v1
        kind: Service
        metadata: {name: %s, namespace: relay}
        spec:
          %s
          ports: [{port: 80, targetPort: 8080}]
        """
            .formatted(name, more));
  }

  private String ends(String path) {
    return field(chain.milan, "pod/native", "ends", path);
  }

  /** What a server says to a pod that home can talk to. */
  private String fetch(String namespace, String pod, String address) {
    List<String> wget = List.of("timeout", "5", "wget", "-qO-", "http://" + address + "/hostname");
    List<String> command = new java.util.ArrayList<>(List.of("exec", pod, "-n=" + namespace, "--"));
    command.addAll(wget);
    return chain.milan.cluster.kubectl(command.toArray(String[]::new)).out();
  }

  private String page(String path) {
    return chain.milan.kubectl("get", "--raw", "/api/v1/nodes/paris/proxy/" + path);
  }

  private static void measured(org.awaitility.core.ThrowingRunnable assertion) {
    await()
        .atMost(MEASURED)
        .pollInterval(Duration.ofSeconds(2))
        .ignoreExceptions()
        .untilAsserted(assertion);
  }
}
