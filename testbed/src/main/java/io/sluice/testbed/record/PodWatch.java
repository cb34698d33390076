package io.sluice.testbed.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.plane.Api;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The watch events of all pods of a namespace, from the first on. */
final class PodWatch implements AutoCloseable {
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final Api.Watch watch;

  PodWatch(Api api, String namespace) {
    this.watch = api.watch("/api/v1/namespaces/" + namespace + "/pods", this::onLine);
  }

  private void onLine(String line) {
    try {
      JsonNode event = Api.JSON.readTree(line);
      if (event.path("object").path("metadata") instanceof ObjectNode metadata) {
        // Says who wrote which field; twice as long as the rest and of no use here.
        metadata.remove("managedFields");
      }
      events.add(event);
    } catch (JsonProcessingException e) {
      throw new BedException("a watch event does not parse", e);
    }
  }

  /** The events of one pod, in order. */
  List<JsonNode> of(String pod) {
    List<JsonNode> own = new ArrayList<>();
    for (JsonNode event : events) {
      if (event.path("object").path("metadata").path("name").asText().equals(pod)) {
        own.add(event);
      }
    }
    return own;
  }

  boolean deleted(String pod) {
    return of(pod).stream().anyMatch(event -> event.path("type").asText().equals("DELETED"));
  }

  /** Whether the pod is Succeeded or Failed, or has been restarted in place. */
  boolean ended(String pod) {
    return of(pod).stream()
        .map(event -> event.path("object").path("status"))
        .anyMatch(
            status ->
                List.of("Succeeded", "Failed").contains(status.path("phase").asText())
                    || status.path("containerStatuses").path(0).path("restartCount").asInt() > 1);
  }

  @Override
  public void close() {
    watch.close();
  }
}
