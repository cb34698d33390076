package io.sluice.e2e;

import static io.sluice.e2e.Installed.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What people run besides Deployments, in the extended namespace {@code shop}. */
final class Workloads {
  private static final String NAMESPACE = "shop";
  private static final String TWIN = "shop-milan";

  private Workloads() {}

  /** Where the pods of a StatefulSet run once all of them are ready. */
  static Set<String> statefulSet(Installed consumer) {
    Peered.apply(
        consumer.cluster,
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: db, namespace: shop}
        spec:
          replicas: 8
          podManagementPolicy: Parallel
          selector: {matchLabels: {app: db}}
          template:
            metadata: {labels: {app: db}}
            spec:
              topologySpreadConstraints:
              - maxSkew: 1
                topologyKey: kubernetes.io/hostname
                whenUnsatisfiable: ScheduleAnyway
                labelSelector: {matchLabels: {app: db}}
              containers: [{name: db, image: pause}]
        """);
    consumer.kubectl("rollout", "status", "statefulset/db", "-n", NAMESPACE, "--timeout=90s");
    String nodes =
        consumer.kubectl(
            "get", "pods", "-n", NAMESPACE, "-l=app=db", "-o=jsonpath={.items[*].spec.nodeName}");
    consumer.kubectl("delete", "statefulset", "db", "-n", NAMESPACE, "--timeout=60s");
    return new TreeSet<>(List.of(nodes.split("\\s+")));
  }

  /** A Job of a CronJob whose pod ends over there with the exit code that its policy names. */
  static void jobThatMustNotBeTriedAgain(Installed consumer, Installed provider) {
    Peered.apply(
        consumer.cluster,
        """
        apiVersion: batch/v1
        kind: CronJob
        metadata: {name: count, namespace: shop}
        spec:
          schedule: "0 0 1 1 *"
          jobTemplate:
            spec:
              backoffLimit: 6
              podFailurePolicy:
                rules:
                - action: FailJob
                  onExitCodes: {operator: In, values: [42]}
              template:
                spec:
                  restartPolicy: Never
                  nodeSelector: {liqo.io/remote-cluster-id: %s}
                  containers: [{name: count, image: pause}]
        """
            .formatted(provider.id));
    consumer.kubectl("create", "job", "count", "--from=cronjob/count", "-n", NAMESPACE);
    String pod = running(consumer);
    provider.kubectl(
        "patch",
        "pod",
        pod,
        "-n",
        TWIN,
        "--subresource=status",
        "--type=merge",
        "-p",
        """
        {"status":{"phase":"Failed","containerStatuses":[{"name":"count","image":"pause",
         "imageID":"x","ready":false,"restartCount":0,"state":{"terminated":{"exitCode":42,
         "startedAt":"2026-01-01T00:00:00Z","finishedAt":"2026-01-01T00:00:01Z"}}}]}}
        """);
    consumer.kubectl("wait", "--for=condition=Failed", "job/count", "-n=shop", "--timeout=60s");
    assertThat(
            consumer.kubectl(
                "get",
                "job",
                "count",
                "-n=shop",
                "-o=jsonpath={.status.conditions[?(@.type==\"Failed\")].reason}"))
        .isEqualTo("PodFailurePolicy");
    consumer.kubectl("delete", "cronjob", "count", "-n", NAMESPACE, "--timeout=60s");
  }

  private static String running(Installed consumer) {
    String[] found = {""};
    await()
        .atMost(SOON)
        .until(
            () -> {
              found[0] =
                  consumer.kubectl(
                      "get",
                      "pods",
                      "-n=shop",
                      "-l=job-name=count",
                      "--field-selector=status.phase=Running",
                      "-o=jsonpath={.items[*].metadata.name}");
              return !found[0].isEmpty();
            });
    return found[0];
  }
}
