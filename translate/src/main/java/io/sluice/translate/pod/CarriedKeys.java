package io.sluice.translate.pod;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keys of labels and annotations that came over the border. They tell a label that was removed at
 * home from one that somebody in the provider added: only the first is removed there as well, and
 * nothing but owned keys is ever compared (§12.3.10).
 */
public record CarriedKeys(Set<String> labels, Set<String> annotations) {
  private static final String BETWEEN = ";";

  /** Annotations that the border itself writes on some pods and not on others. */
  private static final Set<String> OPTIONAL =
      Set.of(
          Annotations.LOG_TAIL,
          Annotations.REMOTE_POD_LOSS,
          Annotations.ON_DISCONNECT,
          Annotations.HOME_NAMESPACE,
          Annotations.HOME_UID);

  public CarriedKeys {
    labels = Set.copyOf(labels);
    annotations = Set.copyOf(annotations);
  }

  /** As recorded on a ShadowPod or its pod; nothing where there is no record. */
  public static CarriedKeys recordedIn(Map<String, String> annotations) {
    var parts = annotations.getOrDefault(Annotations.CARRIED_KEYS, "").split(BETWEEN, 2);
    return new CarriedKeys(keys(parts[0]), keys(parts.length < 2 ? "" : parts[1]));
  }

  /**
   * Metadata of a merge patch that brings the existing object to the wanted labels and annotations;
   * empty when it is there already.
   */
  public static Map<String, Object> patch(
      Map<String, String> labels, Map<String, String> annotations, ObjectMeta existing) {
    var held = Frozen.map(existing.getAnnotations());
    var carried = recordedIn(held);
    var removable = new HashSet<>(carried.annotations());
    removable.addAll(OPTIONAL);

    var patch = new LinkedHashMap<String, Object>();
    put(patch, "labels", changes(labels, Frozen.map(existing.getLabels()), carried.labels()));
    put(patch, "annotations", changes(annotations, held, removable));
    return patch;
  }

  private static void put(
      Map<String, Object> patch, String name, Map<String, @Nullable String> changes) {
    if (!changes.isEmpty()) {
      patch.put(name, changes);
    }
  }

  private static Map<String, @Nullable String> changes(
      Map<String, String> wanted, Map<String, String> held, Set<String> removable) {
    var changes = new LinkedHashMap<String, @Nullable String>();
    wanted.forEach(
        (key, value) -> {
          if (!value.equals(held.get(key))) {
            changes.put(key, value);
          }
        });
    for (var key : held.keySet()) {
      if (removable.contains(key) && !wanted.containsKey(key)) {
        changes.put(key, null);
      }
    }
    return changes;
  }

  private static Set<String> keys(String text) {
    return Arrays.stream(text.split(",")).filter(key -> !key.isEmpty()).collect(Collectors.toSet());
  }

  @Override
  public String toString() {
    return String.join(",", new TreeSet<>(labels))
        + BETWEEN
        + String.join(",", new TreeSet<>(annotations));
  }
}
