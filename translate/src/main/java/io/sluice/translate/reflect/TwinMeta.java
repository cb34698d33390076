package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.CarriedKeys;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Name, labels and annotations of a twin (§3.2). */
final class TwinMeta {
  private TwinMeta() {}

  /** Written by a border, this one or an earlier one. */
  private static final Set<String> LABELS_OF_BORDERS =
      Set.of(
          Labels.ORIGIN,
          Labels.DESTINATION,
          Labels.NODE_NAME,
          Labels.MANAGED_BY,
          Labels.CREATOR_USER);

  /**
   * The last configuration that somebody applied at home means nothing in the provider, repeats the
   * whole object and with a large one exceeds what annotations may hold.
   */
  private static final Set<String> ANNOTATIONS_AT_HOME =
      Set.of(Annotations.CARRIED_KEYS, Annotations.LAST_APPLIED);

  static ObjectMeta of(HasMetadata local, String name, Border border) {
    Map<String, String> labels = without(local.getMetadata().getLabels(), LABELS_OF_BORDERS);
    labels.keySet().removeAll(border.withheld().labels());
    Map<String, String> annotations =
        without(local.getMetadata().getAnnotations(), ANNOTATIONS_AT_HOME);
    annotations.keySet().removeAll(border.withheld().annotations());
    CarriedKeys carried = new CarriedKeys(labels.keySet(), annotations.keySet());
    annotations.put(Annotations.CARRIED_KEYS, carried.toString());
    labels.putAll(ownership(border));
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(border.twin())
        .withLabels(labels)
        .withAnnotations(annotations)
        .build();
  }

  static Map<String, String> ownership(Border border) {
    return Map.of(Labels.ORIGIN, border.origin(), Labels.DESTINATION, border.destination());
  }

  static boolean isOurs(HasMetadata remote, Border border) {
    return includes(remote.getMetadata().getLabels(), ownership(border));
  }

  /** Labels and annotations that we own; what others added does not count. */
  static boolean isSame(HasMetadata there, HasMetadata wanted) {
    return includes(there.getMetadata().getLabels(), wanted.getMetadata().getLabels())
        && includes(there.getMetadata().getAnnotations(), wanted.getMetadata().getAnnotations());
  }

  private static boolean includes(
      @Nullable Map<String, String> there, @Nullable Map<String, String> wanted) {
    return Frozen.map(there).entrySet().containsAll(Frozen.map(wanted).entrySet());
  }

  private static Map<String, String> without(
      @Nullable Map<String, String> all, Set<String> dropped) {
    Map<String, String> kept = new LinkedHashMap<>(Frozen.map(all));
    kept.keySet().removeAll(dropped);
    return kept;
  }
}
