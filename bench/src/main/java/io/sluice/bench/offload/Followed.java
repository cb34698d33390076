package io.sluice.bench.offload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.plane.Api;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Everything that happens to the objects of one kind in one namespace, by a watch of its own. Each
 * event is one persisted write: what was sent beyond that changed nothing.
 */
final class Followed implements AutoCloseable {
  private final Map<String, Long> running = new ConcurrentHashMap<>();
  private final Map<String, Boolean> present = new ConcurrentHashMap<>();
  private final Set<String> ready = ConcurrentHashMap.newKeySet();
  private final AtomicLong events = new AtomicLong();
  private final BiConsumer<String, JsonNode> listener;
  private final Api.Watch watch;

  Followed(Cluster cluster, String path) {
    this(cluster, path, (_, _) -> {});
  }

  /**
   * @param listener told the type of each event and the object
   */
  Followed(Cluster cluster, String path, BiConsumer<String, JsonNode> listener) {
    this.listener = listener;
    this.watch = cluster.api().watch(path, this::line);
  }

  static Followed pods(Cluster cluster, String namespace) {
    return new Followed(cluster, "/api/v1/namespaces/" + namespace + "/pods");
  }

  static Followed shadows(Cluster cluster, String namespace) {
    return new Followed(
        cluster, "/apis/offloading.liqo.io/v1beta1/namespaces/" + namespace + "/shadowpods");
  }

  static Followed nodes(Cluster cluster) {
    return new Followed(cluster, "/api/v1/nodes");
  }

  private void line(String line) {
    JsonNode event;
    try {
      event = Api.JSON.readTree(line);
    } catch (JsonProcessingException e) {
      return; // the last line of a connection that ends
    }
    String type = event.path("type").asText();
    JsonNode object = event.path("object");
    String name = object.path("metadata").path("name").asText();
    if (!isLastBreath(type, object)) {
      events.incrementAndGet();
    }
    if (type.equals("DELETED")) {
      present.remove(name);
      ready.remove(name);
    } else {
      present.put(name, true);
      if (object.path("status").path("phase").asText().equals("Running")) {
        running.putIfAbsent(name, System.nanoTime());
      }
      if (isReady(object)) {
        ready.add(name);
      } else {
        ready.remove(name);
      }
    }
    listener.accept(type, object);
  }

  private static boolean isReady(JsonNode object) {
    for (JsonNode condition : object.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  /** The server persists grace 0 before it removes a pod: one request, two writes. */
  private static boolean isLastBreath(String type, JsonNode object) {
    JsonNode grace = object.path("metadata").path("deletionGracePeriodSeconds");
    return type.equals("MODIFIED") && grace.isNumber() && grace.asInt() == 0;
  }

  long events() {
    return events.get();
  }

  int present() {
    return present.size();
  }

  /** How many were ever seen running. */
  int running() {
    return running.size();
  }

  /** How many are shown ready now. */
  int ready() {
    return ready.size();
  }

  boolean ready(String name) {
    return ready.contains(name);
  }

  /** Whether anything was there. */
  boolean seen() {
    return events.get() > 0;
  }

  /** How many are shown ready whose names begin so. */
  long readyNamed(String prefix) {
    return ready.stream().filter(name -> name.startsWith(prefix)).count();
  }

  /** When it was first seen running; 0 if never. */
  long runningSince(String name) {
    return running.getOrDefault(name, 0L);
  }

  @Override
  public void close() {
    watch.close();
  }
}
