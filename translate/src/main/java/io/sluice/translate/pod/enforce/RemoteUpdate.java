package io.sluice.translate.pod.enforce;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.CarriedKeys;
import io.sluice.translate.pod.Changing;
import io.sluice.translate.pod.Facts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One write that carries a change of the ShadowPod to its running pod, a strategic merge patch.
 *
 * @param to part of the pod's API that takes it (T-10)
 */
public record RemoteUpdate(Part to, Map<String, Object> patch) {

  /** The pod itself or one of its subresources. */
  public enum Part {
    RESIZE("resize"),
    EPHEMERAL_CONTAINERS("ephemeralcontainers"),
    POD("");

    private final String path;

    Part(String path) {
      this.path = path;
    }

    /** Name of the subresource; empty for the pod itself. */
    public String path() {
      return path;
    }
  }

  /**
   * What has to be written, in this order. The annotations come last: when the consumer reads the
   * local generation on the pod, everything that belongs to it is in the pod's generation (T-8).
   */
  public static List<RemoteUpdate> needed(ShadowPod shadow, Pod pod) {
    var updates = new ArrayList<RemoteUpdate>();
    var spec = new LinkedHashMap<String, Object>();
    if (changedAtHome(shadow, pod)) {
      resize(Facts.spec(shadow), pod.getSpec(), updates);
      ephemeral(Facts.spec(shadow), pod.getSpec(), updates);
      spec.putAll(plain(Facts.spec(shadow), pod.getSpec()));
    }
    var metadata =
        CarriedKeys.patch(
            RemotePod.labels(shadow), RemotePod.annotations(shadow), pod.getMetadata());
    if (!metadata.isEmpty() || !spec.isEmpty()) {
      var patch = new LinkedHashMap<String, Object>();
      metadata.put("uid", pod.getMetadata().getUid());
      patch.put("metadata", metadata);
      if (!spec.isEmpty()) {
        patch.put("spec", spec);
      }
      updates.add(new RemoteUpdate(Part.POD, patch));
    }
    return List.copyOf(updates);
  }

  /** A ShadowPod without a hash comes from a peer that never changes it (T-10). */
  private static boolean changedAtHome(ShadowPod shadow, Pod pod) {
    var wanted = Facts.annotations(shadow).get(Annotations.SPEC_HASH);
    return wanted != null && !wanted.equals(Facts.annotations(pod).get(Annotations.SPEC_HASH));
  }

  private static void resize(PodSpec wanted, PodSpec held, List<RemoteUpdate> updates) {
    var spec = new LinkedHashMap<String, Object>();
    putResized(spec, "initContainers", held.getInitContainers(), wanted.getInitContainers());
    putResized(spec, "containers", held.getContainers(), wanted.getContainers());
    var whole = Changing.resized(held.getResources(), wanted.getResources());
    if (!whole.isEmpty()) {
      spec.put("resources", whole);
    }
    if (!spec.isEmpty()) {
      updates.add(new RemoteUpdate(Part.RESIZE, Map.of("spec", spec)));
    }
  }

  private static void putResized(
      Map<String, Object> spec,
      String name,
      @Nullable List<Container> held,
      @Nullable List<Container> wanted) {
    var changed = new ArrayList<Map<String, Object>>();
    for (var container : Frozen.list(held)) {
      Frozen.list(wanted).stream()
          .filter(w -> container.getName().equals(w.getName()))
          .map(w -> Changing.resized(container.getResources(), w.getResources()))
          .filter(resources -> !resources.isEmpty())
          .forEach(r -> changed.add(Map.of("name", container.getName(), "resources", r)));
    }
    if (!changed.isEmpty()) {
      spec.put(name, changed);
    }
  }

  private static void ephemeral(PodSpec wanted, PodSpec held, List<RemoteUpdate> updates) {
    var added =
        Changing.newEphemeral(
            Frozen.list(held.getEphemeralContainers()),
            Frozen.list(wanted.getEphemeralContainers()));
    if (!added.isEmpty()) {
      updates.add(
          new RemoteUpdate(
              Part.EPHEMERAL_CONTAINERS, Map.of("spec", Map.of("ephemeralContainers", added))));
    }
  }

  private static Map<String, Object> plain(PodSpec wanted, PodSpec held) {
    var spec = new LinkedHashMap<String, Object>();
    putImages(spec, "initContainers", held.getInitContainers(), wanted.getInitContainers());
    putImages(spec, "containers", held.getContainers(), wanted.getContainers());
    var deadline = wanted.getActiveDeadlineSeconds();
    if (deadline != null && !deadline.equals(held.getActiveDeadlineSeconds())) {
      spec.put("activeDeadlineSeconds", deadline);
    }
    var existing = Frozen.list(held.getTolerations());
    var all = Changing.withTolerations(existing, Frozen.list(wanted.getTolerations()));
    if (!all.equals(existing)) {
      spec.put("tolerations", all);
    }
    return spec;
  }

  private static void putImages(
      Map<String, Object> spec,
      String name,
      @Nullable List<Container> held,
      @Nullable List<Container> wanted) {
    var existing = Frozen.list(held);
    var changed = new ArrayList<Map<String, Object>>();
    for (var container : Changing.withImages(existing, Frozen.list(wanted))) {
      if (!existing.contains(container)) {
        changed.add(Map.of("name", container.getName(), "image", container.getImage()));
      }
    }
    if (!changed.isEmpty()) {
      spec.put(name, changed);
    }
  }
}
