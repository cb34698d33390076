package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The controllers of Kubernetes, unmodified, over a local node and a virtual one. */
@NeedsClusters({"home", "away"})
class WorkloadsE2ETest {
  private static final String POD =
      """
      tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
            terminationGracePeriodSeconds: 1
            topologySpreadConstraints:
              - {maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: APP}}}
            containers: [{name: c, image: pause}]""";

  private Cluster home;
  private Cluster away;
  private Peered peered;

  @BeforeEach
  void peer(Cluster home, Cluster away, TestNamespace namespace) {
    this.home = home;
    this.away = away;
    this.peered = Peered.start(home, away, namespace.name());
  }

  @AfterEach
  void leave() {
    peered.close();
  }

  @Test
  void deploymentsStatefulSetsJobsAndCronJobsSpreadOverBothNodes() {
    apply("apps/v1", "Deployment", "shop", "replicas: 2, selector: {matchLabels: {app: shop}}");
    apply(
        "apps/v1",
        "StatefulSet",
        "db",
        "replicas: 2, serviceName: db, selector: {matchLabels: {app: db}}");
    cronJob();
    peered.awaitField(home, "deployment/shop", "{.status.readyReplicas}", "2");
    peered.awaitField(home, "statefulset/db", "{.status.readyReplicas}", "2");
    assertSpread("shop");
    assertSpread("db");
    home.kubectl("create", "job", "now", "--from=cronjob/tick", "-n", peered.namespace)
        .outOrThrow();
    await().atMost(Peered.PATIENCE).untilAsserted(() -> assertSpread("tick"));
  }

  /** The exit code of the remote container decides what the home cluster's Job does. */
  @Test
  void aJobFollowsItsFailurePolicyByTheRemoteExitCode() {
    Peered.apply(
        home,
        """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: once, namespace: %s}
        spec:
          backoffLimit: 6
          podFailurePolicy:
            rules: [{action: FailJob, onExitCodes: {operator: In, values: [42]}}]
          template:
            metadata: {labels: {app: once}}
            spec:
              restartPolicy: Never
              nodeSelector: {liqo.io/type: virtual-node}
              tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
              containers: [{name: c, image: pause}]
        """
            .formatted(peered.namespace));
    await()
        .atMost(Peered.PATIENCE)
        .until(() -> peered.field(away, "pods", "{.items[*].status.phase}").equals("Running"));
    String pod = peered.field(away, "pods", "{.items[0].metadata.name}");
    away.kubectl(
            "patch",
            "pod",
            pod,
            "-n",
            peered.namespace,
            "--subresource=status",
            "--type=merge",
            "-p",
            """
            {"status":{"phase":"Failed","containerStatuses":[{"name":"c","image":"pause","imageID":"x",
             "ready":false,"restartCount":0,"state":{"terminated":{"exitCode":42,
             "startedAt":"2026-01-01T00:00:00Z","finishedAt":"2026-01-01T00:00:01Z"}}}]}}
            """)
        .outOrThrow();
    peered.awaitField(
        home, "job/once", "{.status.conditions[?(@.type==\"Failed\")].reason}", "PodFailurePolicy");
    assertThat(peered.field(home, "pods", "{.items[*].metadata.name}"))
        .as("no second try")
        .isEqualTo(pod);
  }

  private void apply(String version, String kind, String name, String spec) {
    Peered.apply(
        home,
        """
        apiVersion: %s
        kind: %s
        metadata: {name: %s, namespace: %s}
        spec:
          %s
          template:
            metadata: {labels: {app: %s}}
            spec:
              %s
        """
            .formatted(
                version,
                kind,
                name,
                peered.namespace,
                spec.replace(", ", "\n  "),
                name,
                POD.replace("APP", name)));
  }

  private void cronJob() {
    Peered.apply(
        home,
        """
        apiVersion: batch/v1
        kind: CronJob
        metadata: {name: tick, namespace: %s}
        spec:
          schedule: "0 0 1 1 *"
          jobTemplate:
            spec:
              parallelism: 2
              completions: 2
              template:
                metadata: {labels: {app: tick}}
                spec:
                  restartPolicy: Never
                  tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
                  topologySpreadConstraints:
                    - {maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: tick}}}
                  containers: [{name: c, image: pause}]
        """
            .formatted(peered.namespace));
  }

  private void assertSpread(String app) {
    assertThat(peered.field(home, "pods", selected(app, "{.spec.nodeName}")).split(" "))
        .as(app)
        .containsExactlyInAnyOrder("home-kwok-0", Peered.NODE);
  }

  private static String selected(String app, String field) {
    String path = field.substring(1, field.length() - 1);
    return "{.items[?(@.metadata.labels.app==\"" + app + "\")]" + path + "}";
  }
}
