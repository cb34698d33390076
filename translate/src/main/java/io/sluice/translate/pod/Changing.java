package io.sluice.translate.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import io.sluice.api.wire.Frozen;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of a pod's spec that Kubernetes lets change during its life: images, deadline,
 * tolerations, resources, ephemeral containers (T-10).
 */
public final class Changing {
  private Changing() {}

  /**
   * Hash of that part. Whether something changed at home is asked of two hashes and never of the
   * remote pod: the provider may have its own image registry, limits and tolerations.
   */
  public static String hash(PodSpec spec) {
    var text = new StringBuilder();
    containers(spec)
        .forEach(
            c ->
                text.append(c.getName())
                    .append('=')
                    .append(c.getImage())
                    .append(resources(c.getResources())));
    text.append('|').append(spec.getActiveDeadlineSeconds()).append(resources(spec.getResources()));
    for (var toleration : Frozen.list(spec.getTolerations())) {
      text.append('|').append(toleration(toleration)).append(toleration.getTolerationSeconds());
    }
    for (var ephemeral : Frozen.list(spec.getEphemeralContainers())) {
      text.append('|').append(ephemeral.getName()).append('=').append(ephemeral.getImage());
    }
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var full = digest.digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(full, 0, 8);
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  private static Stream<Container> containers(PodSpec spec) {
    return Stream.of(spec.getInitContainers(), spec.getContainers())
        .map(Frozen::list)
        .flatMap(List::stream);
  }

  private static String resources(@Nullable ResourceRequirements resources) {
    return resources == null ? "" : text(resources.getRequests()) + text(resources.getLimits());
  }

  private static String text(@Nullable Map<String, Quantity> quantities) {
    var sorted = new TreeMap<String, String>();
    Frozen.map(quantities)
        .forEach(
            (name, q) ->
                sorted.put(name, q.getNumericalAmount().stripTrailingZeros().toPlainString()));
    return sorted.toString();
  }

  /** What a toleration tolerates; only for how long may change. */
  private static String toleration(Toleration toleration) {
    return Stream.of(
            toleration.getKey(),
            toleration.getOperator(),
            toleration.getValue(),
            toleration.getEffect())
        .map(part -> part == null ? "" : part)
        .reduce("", (all, part) -> all + part + "/");
  }

  /** Those of the existing pod, with new images; the same list when there is none. */
  public static List<Container> withImages(List<Container> existing, List<Container> wanted) {
    var images = new LinkedHashMap<@Nullable String, @Nullable String>();
    wanted.forEach(container -> images.put(container.getName(), container.getImage()));
    return existing.stream()
        .map(
            container -> {
              var image = images.get(container.getName());
              return image == null || image.equals(container.getImage())
                  ? container
                  : new ContainerBuilder(container).withImage(image).build();
            })
        .toList();
  }

  /** Those of the existing pod with what is wanted beyond them: an API server removes none. */
  public static List<Toleration> withTolerations(
      List<Toleration> existing, List<Toleration> wanted) {
    var all = new LinkedHashMap<String, Toleration>();
    existing.forEach(toleration -> all.put(toleration(toleration), toleration));
    wanted.forEach(toleration -> all.put(toleration(toleration), toleration));
    return all.size() == existing.size() && existing.containsAll(all.values())
        ? existing
        : new ArrayList<>(all.values());
  }

  /** Ephemeral containers that the existing pod does not have yet. */
  public static List<EphemeralContainer> newEphemeral(
      List<EphemeralContainer> existing, List<EphemeralContainer> wanted) {
    var names = existing.stream().map(EphemeralContainer::getName).toList();
    return wanted.stream().filter(c -> !names.contains(c.getName())).toList();
  }

  /**
   * Requests and limits of cpu and memory that differ from the existing ones, the only resources
   * that may be resized; empty when there are none.
   */
  public static Map<String, Object> resized(
      @Nullable ResourceRequirements existing, @Nullable ResourceRequirements wanted) {
    var changes = new LinkedHashMap<String, Object>();
    if (wanted != null) {
      var held = existing == null ? new ResourceRequirements() : existing;
      put(changes, "requests", differing(held.getRequests(), wanted.getRequests()));
      put(changes, "limits", differing(held.getLimits(), wanted.getLimits()));
    }
    return changes;
  }

  private static void put(Map<String, Object> changes, String name, Map<String, Quantity> found) {
    if (!found.isEmpty()) {
      changes.put(name, found);
    }
  }

  private static Map<String, Quantity> differing(
      @Nullable Map<String, Quantity> existing, @Nullable Map<String, Quantity> wanted) {
    var found = new LinkedHashMap<String, Quantity>();
    for (var name : List.of("cpu", "memory")) {
      var quantity = Frozen.map(wanted).get(name);
      if (quantity != null && !quantity.equals(Frozen.map(existing).get(name))) {
        found.put(name, quantity);
      }
    }
    return found;
  }
}
