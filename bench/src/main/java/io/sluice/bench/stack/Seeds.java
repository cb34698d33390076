package io.sluice.bench.stack;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Puts the objects into the cluster that every variant then follows. */
final class Seeds {
  static final int NAMESPACES = 300;
  static final int PODS = 2000;

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        namespace: NAMESPACE
        name: pod-NUMBER
        labels: {app: web, pod-template-hash: 5d8f7c9b6, tier: front}
        annotations: {prometheus.io/scrape: "true", prometheus.io/port: "8080"}
      spec:
        containers:
        - name: app
          image: registry.example/team/app:vNUMBER
          command: [/bin/app, "--listen=:8080", "--log=json"]
          env:
          - {name: POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
          - {name: DATABASE_URL, value: "postgres://db.NAMESPACE:5432/app"}
          ports: [{name: http, containerPort: 8080}]
          resources: {requests: {cpu: 100m}, limits: {memory: 128Mi}}
          readinessProbe: {httpGet: {path: /ready, port: 8080}}
          livenessProbe: {httpGet: {path: /live, port: 8080}}
          volumeMounts: [{name: settings, mountPath: /etc/app}, {name: scratch, mountPath: /tmp}]
        - name: sidecar
          image: registry.example/team/proxy:1.2
          env: [{name: UPSTREAM, value: "127.0.0.1:8080"}]
          securityContext: {runAsNonRoot: true, runAsUser: 1000}
        volumes:
        - {name: settings, configMap: {name: settings}}
        - {name: scratch, emptyDir: {}}
      """;

  private Seeds() {}

  static String namespace(int i) {
    return "stack-" + i;
  }

  static void sow(Path kubeconfig) {
    try (Api api = new Api(Endpoint.fromKubeconfig(kubeconfig, null), "bench-seeds")) {
      each(NAMESPACES, i -> namespaceWithConfig(api, namespace(i)));
      each(PODS, i -> once(() -> api.create(Kind.of(Pod.class), pod(i))));
    }
  }

  private static void each(int count, java.util.function.IntConsumer task) {
    try (ExecutorService workers = Executors.newFixedThreadPool(16)) {
      IntStream.range(0, count).forEach(i -> workers.execute(() -> task.accept(i)));
    }
  }

  private static void namespaceWithConfig(Api api, String name) {
    Namespace namespace =
        new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
    once(() -> api.create(Kind.of(Namespace.class), namespace));
    ConfigMap config =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(name)
            .withName("settings")
            .endMetadata()
            .withData(Map.of("key", "value"))
            .build();
    once(() -> api.create(Kind.of(ConfigMap.class), config));
  }

  /** Creates an object; a namespace takes pods only after it got its service account. */
  private static void once(Runnable create) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!created(create, System.nanoTime() > end)) {
      LockSupport.parkNanos(PATIENCE.toNanos() / 100);
    }
  }

  private static boolean created(Runnable create, boolean last) {
    try {
      create.run();
      return true;
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.EXISTS) && last) {
        throw failure;
      }
      return failure.is(Problem.EXISTS);
    }
  }

  private static Pod pod(int i) {
    String text =
        POD.replace("NAMESPACE", namespace(i % NAMESPACES)).replace("NUMBER", Integer.toString(i));
    return Json.readYaml(text, Pod.class);
  }
}
