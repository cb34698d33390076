package io.sluice.testbed.plane;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.testbed.host.Waiting;
import io.sluice.testbed.model.BedException;
import java.time.Duration;
import java.util.Map;

/** Makes and removes the fake nodes of a cluster. */
public final class KwokNodes {
  static final String MARK_KEY = "kwok.x-k8s.io/node";
  static final String MARK = MARK_KEY + "=fake";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Map<String, String> ALLOCATABLE =
      Map.of("cpu", "32", "memory", "256Gi", "ephemeral-storage", "1Ti", "pods", "1000");

  private final Api api;

  public KwokNodes(Api api) {
    this.api = api;
  }

  public void add(String name, Map<String, String> labels, Map<String, String> allocatable) {
    Api.Answer answer = api.create("/api/v1/nodes", node(name, labels, allocatable));
    if (!answer.ok()) {
      throw new BedException(
          "can't make node " + name + ": " + answer.body().path("message").asText("no answer"));
    }
  }

  /** Waits until KWOK has made the node ready and every taint of its start is gone. */
  public void awaitReady(String name) {
    if (!Waiting.until(PATIENCE, () -> isReady(name))) {
      throw new BedException("node " + name + " does not become ready");
    }
  }

  public void remove(String name) {
    api.delete("/api/v1/nodes/" + name);
  }

  /** Whether the node says Ready and may take pods. */
  public boolean isReady(String name) {
    Api.Answer node = api.get("/api/v1/nodes/" + name);
    boolean says = false;
    for (var condition : node.body().path("status").path("conditions")) {
      says |=
          condition.path("type").asText().equals("Ready")
              && condition.path("status").asText().equals("True");
    }
    return says && node.body().path("spec").path("taints").isEmpty();
  }

  private static ObjectNode node(
      String name, Map<String, String> labels, Map<String, String> allocatable) {
    ObjectNode node = Api.JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
    ObjectNode metadata = node.putObject("metadata").put("name", name);
    metadata.putObject("annotations").put(MARK_KEY, "fake");
    ObjectNode labelled = metadata.putObject("labels");
    labelled.put("kubernetes.io/hostname", name);
    labelled.put("kubernetes.io/os", "linux").put("kubernetes.io/arch", "amd64");
    labelled.put("type", "kwok");
    labels.forEach(labelled::put);
    ObjectNode status = node.putObject("status");
    Map<String, String> amounts = new java.util.TreeMap<>(ALLOCATABLE);
    amounts.putAll(allocatable);
    amounts.forEach(status.putObject("allocatable")::put);
    amounts.forEach(status.putObject("capacity")::put);
    return node;
  }
}
