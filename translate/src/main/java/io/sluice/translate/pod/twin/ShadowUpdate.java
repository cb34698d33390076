package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What has to be written on an existing ShadowPod, as a JSON merge patch: labels, annotations and
 * the part of the spec that may change, nothing else. A newer program may translate other fields
 * differently; a running pod keeps what it started with.
 */
public final class ShadowUpdate {
  private ShadowUpdate() {}

  public static Optional<Map<String, Object>> needed(ShadowPod wanted, ShadowPod existing) {
    var metadata =
        CarriedKeys.patch(
            Frozen.map(wanted.getMetadata().getLabels()),
            Frozen.map(wanted.getMetadata().getAnnotations()),
            existing.getMetadata());
    var pod =
        hash(wanted).equals(hash(existing))
            ? Map.of()
            : spec(Facts.spec(wanted), Facts.spec(existing));
    if (metadata.isEmpty() && pod.isEmpty()) {
      return Optional.empty();
    }
    var patch = new LinkedHashMap<String, Object>();
    metadata.put("uid", existing.getMetadata().getUid()); // not its successor of the same name
    patch.put("metadata", metadata);
    if (!pod.isEmpty()) {
      patch.put("spec", Map.of("pod", pod));
    }
    return Optional.of(patch);
  }

  private static Map<String, Object> spec(PodSpec wanted, PodSpec existing) {
    var changes = new LinkedHashMap<String, Object>();
    put(changes, "containers", existing.getContainers(), wanted.getContainers());
    put(changes, "initContainers", existing.getInitContainers(), wanted.getInitContainers());
    var deadline = wanted.getActiveDeadlineSeconds();
    if (deadline != null && !deadline.equals(existing.getActiveDeadlineSeconds())) {
      changes.put("activeDeadlineSeconds", deadline);
    }
    var held = Frozen.list(existing.getTolerations());
    var tolerations = Changing.withTolerations(held, Frozen.list(wanted.getTolerations()));
    if (!tolerations.equals(held)) {
      changes.put("tolerations", tolerations);
    }
    var resources = Changing.resized(existing.getResources(), wanted.getResources());
    if (!resources.isEmpty()) {
      changes.put("resources", resources);
    }
    var debugged = Frozen.list(existing.getEphemeralContainers());
    var added = Changing.newEphemeral(debugged, Frozen.list(wanted.getEphemeralContainers()));
    if (!added.isEmpty()) {
      var all = new ArrayList<>(debugged);
      all.addAll(added);
      changes.put("ephemeralContainers", all);
    }
    return changes;
  }

  private static void put(
      Map<String, Object> changes,
      String name,
      @Nullable List<Container> existing,
      @Nullable List<Container> wanted) {
    var held = Frozen.list(existing);
    var changed = resized(Changing.withImages(held, Frozen.list(wanted)), Frozen.list(wanted));
    if (!changed.equals(held)) {
      changes.put(name, changed);
    }
  }

  private static List<Container> resized(List<Container> existing, List<Container> wanted) {
    return existing.stream()
        .map(
            container ->
                wanted.stream()
                    .filter(w -> w.getName() != null && w.getName().equals(container.getName()))
                    .findFirst()
                    .map(w -> resized(container, w))
                    .orElse(container))
        .toList();
  }

  private static Container resized(Container existing, Container wanted) {
    if (Changing.resized(existing.getResources(), wanted.getResources()).isEmpty()) {
      return existing;
    }
    var resources =
        existing.getResources() == null
            ? new ResourceRequirementsBuilder()
            : new ResourceRequirementsBuilder(existing.getResources());
    return new ContainerBuilder(existing)
        .withResources(
            resources
                .addToRequests(Frozen.map(wanted.getResources().getRequests()))
                .addToLimits(Frozen.map(wanted.getResources().getLimits()))
                .build())
        .build();
  }

  private static String hash(ShadowPod shadow) {
    return Frozen.map(shadow.getMetadata().getAnnotations())
        .getOrDefault(Annotations.SPEC_HASH, "");
  }
}
