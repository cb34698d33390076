package io.sluice.testbed.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.host.Waiting;
import io.sluice.testbed.image.Images;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.node.RealNode;
import io.sluice.testbed.plane.Api;
import io.sluice.testbed.plane.KwokNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/** Three pods, one per restart policy, on a real node, and what can be done to them. */
final class Stage {
  static final List<String> POLICIES = List.of("Always", "OnFailure", "Never");
  static final long GIGABYTE = 1L << 30;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Cluster cluster;
  private final String namespace;
  private final PodWatch watch;

  Stage(Cluster cluster, String namespace, PodWatch watch) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.watch = watch;
  }

  static String pod(String policy) {
    return policy.toLowerCase(Locale.ROOT);
  }

  static List<String> pods() {
    return POLICIES.stream().map(Stage::pod).toList();
  }

  String node() {
    return RealNode.nodeName(cluster.name());
  }

  /** Creates the three pods; the words are put into the pod's and the container's spec. */
  void create(String podFields, String containerFields, String script) {
    StringBuilder manifest = new StringBuilder();
    for (String policy : POLICIES) {
      manifest.append(manifest(pod(policy), policy, podFields, containerFields, script));
    }
    apply(manifest.toString());
  }

  /** Pods that run until somebody ends them, deaf to polite signals. */
  void run() {
    run("", "");
  }

  void run(String podFields, String containerFields) {
    create(podFields, containerFields, "sleep 1000");
    kubectl("wait", "--for=condition=Ready", "--timeout=60s", "pod", "--all");
  }

  static String manifest(
      String name, String policy, String podFields, String containerFields, String script) {
    return """
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          restartPolicy: %s
          terminationGracePeriodSeconds: 1
          automountServiceAccountToken: false
          enableServiceLinks: false
          %s
          containers:
          - name: main
            image: %s
            command: [sh, -c, '%s']
            %s
        """
        .formatted(name, policy, podFields, Images.BUSYBOX, script, containerFields);
  }

  void apply(String manifest) {
    try {
      Path file = Files.createTempFile("d1", ".yaml");
      Files.writeString(file, manifest);
      kubectl("create", "-f", file.toString());
      Files.delete(file);
    } catch (IOException e) {
      throw new BedException("can't write a manifest", e);
    }
  }

  void kubectl(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--namespace=" + namespace));
    all.addAll(Arrays.asList(arguments));
    cluster.kubectl(all.toArray(String[]::new)).outOrThrow();
  }

  void evict(String pod) {
    String path = "/api/v1/namespaces/" + namespace + "/pods/" + pod + "/eviction";
    ObjectNode eviction =
        Api.JSON.createObjectNode().put("apiVersion", "policy/v1").put("kind", "Eviction");
    eviction.putObject("metadata").put("name", pod);
    if (!cluster.api().create(path, eviction).ok()) {
      throw new BedException("the eviction of " + pod + " was refused");
    }
  }

  void stopKubelet() {
    cluster.component(Component.KUBELET).kill();
  }

  void startKubelet() {
    cluster.component(Component.KUBELET).start();
    wait("the node to be ready", () -> new KwokNodes(cluster.api()).isReady(node()));
  }

  /** Starts the kubelet where the node will not be ready. */
  void startKubeletUnready() {
    cluster.component(Component.KUBELET).start();
  }

  /** A request that leaves less room on the node than one of the three pods needs. */
  String allButALittle() {
    int processors =
        cluster.api().get("/api/v1/nodes/" + node()).body().at("/status/allocatable/cpu").asInt();
    return (processors * 1000 - 100) + "m";
  }

  /** Stops the kubelet and makes it evict when that much less than now is left. */
  void setMemoryThreshold(long less) {
    String path = "/api/v1/nodes/" + node() + "/proxy/stats/summary";
    wait("figures of the node's memory", () -> availableMemory(path) > less);
    long threshold = availableMemory(path) - less;
    stopKubelet();
    setMemoryThreshold(Long.toString(threshold));
  }

  private long availableMemory(String path) {
    return cluster.api().get(path).body().at("/node/memory/availableBytes").asLong();
  }

  void setMemoryThreshold(String amount) {
    Path file = cluster.kubeconfig().resolveSibling("node").resolve("kubelet.yaml");
    try {
      String changed =
          Files.readString(file)
              .replaceFirst("memory.available: \"[^\"]*\"", "memory.available: \"" + amount + "\"");
      Files.writeString(file, changed);
    } catch (IOException e) {
      throw new BedException("can't change " + file, e);
    }
  }

  void resetMemoryThreshold() {
    setMemoryThreshold("100Mi");
  }

  void awaitNotReady() {
    wait("the node to be lost", () -> !new KwokNodes(cluster.api()).isReady(node()));
  }

  void awaitDeleted() {
    wait("the end of the pods", () -> pods().stream().allMatch(watch::deleted));
  }

  void awaitEnded() {
    wait("the end of the containers", () -> pods().stream().allMatch(watch::ended));
  }

  private static void wait(String what, BooleanSupplier condition) {
    if (!Waiting.until(PATIENCE, condition)) {
      throw new BedException("waited in vain for " + what);
    }
  }
}
