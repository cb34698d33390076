package io.sluice.testbed.plane;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.testbed.host.Waiting;
import io.sluice.testbed.model.BedException;
import java.time.Duration;

/** Makes and removes namespaces. */
public final class Namespaces {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Api api;

  public Namespaces(Api api) {
    this.api = api;
  }

  /** Makes a namespace and waits for its service account: without it no pod can be created. */
  public void create(String name) {
    ObjectNode namespace =
        Api.JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
    namespace.putObject("metadata").put("name", name);
    Api.Answer answer = api.create("/api/v1/namespaces", namespace);
    if (!answer.ok()) {
      throw new BedException(
          "can't make namespace "
              + name
              + ": "
              + answer.body().path("message").asText("no answer"));
    }
    String account = "/api/v1/namespaces/" + name + "/serviceaccounts/default";
    if (!Waiting.until(PATIENCE, () -> api.get(account).ok())) {
      throw new BedException("namespace " + name + " gets no service account");
    }
  }

  public void delete(String name) {
    api.delete("/api/v1/namespaces/" + name);
  }
}
