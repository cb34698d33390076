package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.kubelet.reflect.ReflectionOptions;
import io.sluice.manager.provider.metrics.MetricsApi;
import io.sluice.manager.provider.metrics.TenantPods;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.node.RealNode;
import io.sluice.translate.access.TenantAccess;
import io.sluice.translate.metrics.Exposition;
import io.sluice.translate.metrics.PodName;
import io.sluice.translate.metrics.Sample;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is measured of a pod on a real node is measured of the same pod offloaded (§2.9, T-38). */
@NeedsClusters(
    value = {"home", "away"},
    nodes = NodeKind.REAL)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetricsE2ETest {
  /** Works a little, then rests, with a probe. */
  private static final String WORKER =
      """
      containers:
      - name: c
        image: docker.io/library/busybox:1
        command: [sh, -c, 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; exec sleep 1000']
        livenessProbe: {exec: {command: ['true']}, periodSeconds: 2}
        resources: {requests: {cpu: 50m, memory: 16Mi}}
      """;

  private static final Duration MEASURED = Duration.ofSeconds(90);

  private Peered peered;
  private Twins twins;
  private Feed<Pod> pods;
  private MetricsApi metrics;
  private Api manager;

  @BeforeAll
  void peer(Cluster home, Cluster away, TestNamespace namespace) {
    peered =
        Peered.start(
            home,
            away,
            namespace.name(),
            new Peered.Border(
                away.kubeconfig("consumer", "home"), false, ReflectionOptions.DEFAULT));
    away.kubectl("label", "namespace", namespace.name(), "liqo.io/remote-cluster-id=home")
        .outOrThrow();
    String original = "liqo.io/original-name=" + namespace.name();
    away.kubectl("annotate", "namespace", namespace.name(), original).outOrThrow();
    try (Api admin = connect(away, "admin", "system:masters")) {
      for (String consumer : new String[] {"home", "stranger"}) {
        ClusterRoleBinding binding = TenantAccess.metrics(consumer);
        admin.patch(
            Kind.of(ClusterRoleBinding.class), Ref.of(binding), Patch.apply(binding, "test"));
      }
    }
    manager = connect(away, "manager");
    TenantPods known = new TenantPods(manager);
    pods = new Feed<>(manager, Kind.of(Pod.class), Scope.ALL.labels(Labels.ORIGIN), known).start();
    metrics =
        new MetricsApi(
            manager, "sluice", known, () -> Optional.of(away.machineAddress()), Clock.systemUTC());
    metrics.start();
    String here = namespace.name() + "-here";
    home.kubectl("create", "namespace", here).outOrThrow();
    twins = new Twins(home, here, namespace.name());
    twins.create("worker", WORKER);
    twins.awaitPhase("worker", "Running");
  }

  @AfterAll
  void leave() {
    metrics.close();
    pods.close();
    assertThat(peered.away.kubectl("get", "apiservice", "v1beta1.metrics.liqo.io").out())
        .as("an API that nobody serves")
        .isEmpty();
    manager.close();
    twins.home.kubectl("delete", "namespace", twins.here, "--wait=false");
    peered.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"metrics/resource", "metrics/cadvisor", "metrics/probes"})
  void thereAreTheSameMetrics(String path) {
    PodName here = new PodName(twins.here, "worker");
    PodName there = new PodName(twins.there, "worker");
    String real = RealNode.nodeName(peered.home.name());
    await()
        .atMost(MEASURED)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () ->
                assertThat(shapes(there, page(Peered.NODE, path)))
                    .isNotEmpty()
                    .isEqualTo(shapes(here, page(real, path))));
  }

  @Test
  void theSummaryNamesTheLocalPodAndSaysWhatItUses() {
    String uid = peered.field(peered.home, "pod/worker", "{.metadata.uid}");
    await()
        .atMost(MEASURED)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              JsonNode summary = json(page(Peered.NODE, "stats/summary"));
              assertThat(summary.at("/node/nodeName").asText()).isEqualTo(Peered.NODE);
              assertThat(summary.at("/pods")).hasSize(1);
              assertThat(summary.at("/pods/0/podRef/uid").asText()).isEqualTo(uid);
              assertThat(summary.at("/pods/0/podRef/namespace").asText()).isEqualTo(twins.there);
              assertThat(summary.at("/pods/0/containers/0/cpu/usageCoreNanoSeconds").asLong())
                  .isPositive();
              assertThat(summary.at("/node/memory/workingSetBytes").asLong()).isPositive();
              assertThat(summary.at("/node/cpu/usageCoreNanoSeconds").asLong()).isPositive();
            });
  }

  @Test
  void nobodySeesTheMetricsOfAnotherConsumer() {
    String scrape = "/apis/metrics.liqo.io/v1beta1/scrape/";
    Duration soon = Duration.ofSeconds(10);
    try (Api stranger = connect(peered.away, "somebody", "stranger")) {
      await()
          .atMost(Peered.PATIENCE)
          .ignoreExceptions()
          .untilAsserted(
              () ->
                  assertThat(stranger.text(scrape + "stranger/metrics/resource", soon))
                      .doesNotContain("worker"));
      Assertions.assertThatThrownBy(() -> stranger.text(scrape + "home/metrics/resource", soon))
          .isInstanceOf(ApiFailure.class)
          .hasMessageContaining("403");
    }
  }

  @Test
  void aNodeThatDoesNotAnswerHidesNoOther() {
    Peered.apply(
        peered.away,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: lost, namespace: %s, labels: {offloading.liqo.io/origin: home}}
        spec: {nodeName: nowhere, containers: [{name: c, image: pause}]}
        """
            .formatted(twins.there));
    try {
      await()
          .atMost(MEASURED)
          .untilAsserted(
              () -> assertThat(page(Peered.NODE, "metrics/resource")).contains("\"worker\""));
    } finally {
      peered.away.kubectl(
          "delete", "pod", "lost", "-n", twins.there, "--grace-period=0", "--force");
    }
  }

  /** Numbers come every 10 s and an autoscaler looks every 15 s: part of the long suites. */
  @Test
  @EnabledIfSystemProperty(named = "sluice.long", matches = "true")
  void topAndAnAutoscalerWorkOnOffloadedPods() {
    Cluster home = peered.home;
    home.serveMetrics();
    await()
        .atMost(Duration.ofMinutes(3))
        .untilAsserted(
            () -> {
              assertThat(home.kubectl("top", "pod", "worker", "-n", twins.there).out())
                  .as("see %s", home.log(Component.METRICS_SERVER))
                  .containsPattern("worker +\\d+m +\\d+Mi");
              assertThat(home.kubectl("top", "node", Peered.NODE).out())
                  .containsPattern(Peered.NODE + " +\\d+m +\\d+% +\\d+Mi");
            });
    peered.applyHere(home, BUSY);
    await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(
            () ->
                assertThat(peered.field(home, "deployment/busy", "{.status.readyReplicas}"))
                    .isEqualTo("2"));
    home.kubectl("delete", "deployment/busy", "hpa/busy", "-n", twins.there).outOrThrow();
  }

  private static final String BUSY =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: busy}
      spec:
        replicas: 1
        selector: {matchLabels: {app: busy}}
        template:
          metadata: {labels: {app: busy}}
          spec:
            terminationGracePeriodSeconds: 0
            nodeSelector: {liqo.io/type: virtual-node}
            tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
            containers:
            - name: c
              image: docker.io/library/busybox:1
              command: [sh, -c, 'while true; do :; done']
              resources: {requests: {cpu: 20m}, limits: {cpu: 200m}}
      ---
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: busy}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: busy}
        minReplicas: 1
        maxReplicas: 2
        metrics:
        - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}
      """;

  private String page(String node, String path) {
    return peered
        .home
        .kubectl("get", "--raw", "/api/v1/nodes/" + node + "/proxy/" + path)
        .outOrThrow();
  }

  /** Names of metrics about a pod, and of their labels. */
  private static Set<String> shapes(PodName pod, String text) {
    return Exposition.read(text, Optional::of)
        .samples()
        .filter(sample -> sample.pod().filter(pod::equals).isPresent())
        .map(MetricsE2ETest::shape)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String shape(Sample sample) {
    return sample.name() + new TreeSet<>(sample.labels().keySet());
  }

  private static JsonNode json(String text) {
    try {
      return io.sluice.testbed.plane.Api.JSON.readTree(text);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Api connect(Cluster cluster, String user, String... groups) {
    return new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(user, groups), null), "sluice");
  }
}
