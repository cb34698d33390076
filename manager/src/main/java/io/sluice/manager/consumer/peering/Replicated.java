package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.CustomResource;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.Finalizing;
import io.sluice.translate.border.Replica;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One kind that crosses the border: spec out, status back. */
final class Replicated<T extends CustomResource<?, ?>> {
  private static final Duration SOON = Duration.ofMillis(200);

  private final Api api;
  private final String home;
  private final Kind<T> kind;
  private final Feed<T> feed;

  Replicated(Api api, String home, Feed<T> feed) {
    this.api = api;
    this.home = home;
    this.kind = feed.kind();
    this.feed = feed;
  }

  /** The objects at home. */
  Feed<T> feed() {
    return feed;
  }

  /** Makes the copy say what the object says, and the object's status what the copy's says. */
  Next carry(T object, RemoteLink way) {
    Feed<T> copies = way.copies(kind);
    if (!copies.synced()) {
      return Next.again(SOON);
    }
    T held = Finalizing.add(api, kind, object, Finalizers.REPLICATION);
    feed.seen(held);
    ObjectMeta wanted = Replica.metadata(held, home, way.namespace());
    Optional<T> copy = copies.get(way.ref(held));
    if (copy.isEmpty()) {
      copies.seen(way.api().create(kind, copyOf(held, wanted)));
      return Next.REST;
    }
    T there = copy.get();
    if (there.getMetadata().getDeletionTimestamp() != null) {
      return Next.REST; // it comes back once it is gone
    }
    if (!Replica.saysAll(there, wanted) || !Objects.equals(held.getSpec(), there.getSpec())) {
      copies.seen(way.api().patch(kind, way.ref(held), Patch.json(update(held, there, wanted))));
    }
    takeStatus(held, there.getStatus());
    return Next.REST;
  }

  /** Removes the copy and, once it is certainly gone, lets the object go. */
  Next withdraw(T object, RemoteLink way) {
    Optional<T> copy = way.api().find(kind, way.ref(object));
    if (copy.isEmpty()) {
      return release(object);
    }
    if (Replica.isOurs(copy.get(), home)
        && copy.get().getMetadata().getDeletionTimestamp() == null) {
      way.copies(kind).delete(way.ref(object), copy.get().getMetadata().getUid(), null);
    }
    return Replica.isOurs(copy.get(), home) ? Next.again(SOON) : release(object);
  }

  Next release(T object) {
    Finalizing.remove(api, kind, object, Finalizers.REPLICATION);
    return Next.REST;
  }

  private T copyOf(T object, ObjectMeta metadata) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("apiVersion", object.getApiVersion());
    tree.put("kind", object.getKind());
    tree.put("metadata", metadata);
    tree.put("spec", object.getSpec());
    return Json.convert(tree, kind.type());
  }

  /** Replaces the spec as a whole, so that what was taken out at home goes there too. */
  private static List<Map<String, Object>> update(
      CustomResource<?, ?> object, CustomResource<?, ?> copy, ObjectMeta wanted) {
    List<Map<String, Object>> steps = new ArrayList<>();
    steps.add(step("test", "/metadata/uid", copy.getMetadata().getUid()));
    steps.addAll(keys("/metadata/labels", copy.getMetadata().getLabels(), wanted.getLabels()));
    steps.addAll(
        keys(
            "/metadata/annotations", copy.getMetadata().getAnnotations(), wanted.getAnnotations()));
    if (object.getSpec() != null) {
      steps.add(step("add", "/spec", object.getSpec()));
    }
    return steps;
  }

  private void takeStatus(T object, @Nullable Object status) {
    if (status != null && !status.equals(object.getStatus())) {
      List<Map<String, Object>> steps =
          List.of(
              step("test", "/metadata/uid", object.getMetadata().getUid()),
              step("add", "/status", status));
      feed.seen(api.patch(kind, Ref.of(object), Patch.json(steps).to("status")));
    }
  }

  /** Key by key: what the provider writes beside them at the same moment stays. */
  private static List<Map<String, Object>> keys(
      String path, @Nullable Map<String, String> there, @Nullable Map<String, String> wanted) {
    Map<String, String> known = Frozen.map(there);
    if (known.isEmpty()) {
      return List.of(step("add", path, Frozen.map(wanted)));
    }
    return Frozen.map(wanted).entrySet().stream()
        .filter(entry -> !entry.getValue().equals(known.get(entry.getKey())))
        .map(entry -> step("add", path + "/" + escaped(entry.getKey()), entry.getValue()))
        .toList();
  }

  private static String escaped(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }

  private static Map<String, Object> step(String op, String path, Object value) {
    return Map.of("op", op, "path", path, "value", value);
  }
}
