package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFileBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.DownwardFiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a pod reads about itself (D-8): the values that do not change are those of its home.
 *
 * <p>Environment gets them as text. Files of the downward API can't hold text, so they read an
 * annotation that holds it; at the next hop that annotation is already there and stays. Addresses,
 * labels and annotations are those of the remote pod. A pod that asked for the provider's API
 * server also gets the provider's values: its API calls need them.
 */
final class HomeValues {
  private static final String NAMESPACE = "metadata.namespace";
  private static final String UID = "metadata.uid";
  private static final Map<String, String> ANNOTATION_OF =
      Map.of(NAMESPACE, Annotations.HOME_NAMESPACE, UID, Annotations.HOME_UID);

  private final Map<String, String> values;

  private HomeValues(Map<String, String> values) {
    this.values = values;
  }

  static HomeValues of(Pod local, TwinContext context) {
    return switch (context.homeApi().of(local)) {
      case HomeApi.Remote remote -> new HomeValues(new LinkedHashMap<>());
      case HomeApi.Disabled disabled -> home(local, context.route());
      case HomeApi.Tokens tokens -> home(local, context.route());
    };
  }

  private static HomeValues home(Pod local, Route route) {
    var values = new LinkedHashMap<String, String>();
    if (!local.getMetadata().getNamespace().equals(route.twinNamespace())) {
      values.put(NAMESPACE, local.getMetadata().getNamespace());
    }
    values.put(UID, local.getMetadata().getUid());
    values.put("spec.nodeName", route.virtualNode());
    values.put("spec.serviceAccountName", ServiceAccounts.nameOf(local));
    return new HomeValues(values);
  }

  EnvVar translate(EnvVar variable) {
    return home(variable)
        .map(value -> new EnvVarBuilder(variable).withValue(value).withValueFrom(null).build())
        .orElse(variable);
  }

  private Optional<String> home(EnvVar variable) {
    var from = variable.getValueFrom();
    return from == null || from.getFieldRef() == null
        ? Optional.empty()
        : Optional.ofNullable(values.get(from.getFieldRef().getFieldPath()));
  }

  List<DownwardAPIVolumeFile> translate(@Nullable List<DownwardAPIVolumeFile> files) {
    return Frozen.list(files).stream().map(this::translate).toList();
  }

  private DownwardAPIVolumeFile translate(DownwardAPIVolumeFile file) {
    var annotation = annotation(file);
    return annotation == null
        ? file
        : new DownwardAPIVolumeFileBuilder(file)
            .editFieldRef()
            .withFieldPath("metadata.annotations['" + annotation + "']")
            .endFieldRef()
            .build();
  }

  private @Nullable String annotation(DownwardAPIVolumeFile file) {
    var path = file.getFieldRef() == null ? null : file.getFieldRef().getFieldPath();
    return path != null && values.containsKey(path) ? ANNOTATION_OF.get(path) : null;
  }

  /** The annotations that the files of this pod read. */
  static Map<String, String> annotations(Pod local, TwinContext context) {
    var home = of(local, context);
    var read = new LinkedHashMap<String, String>();
    ANNOTATION_OF.forEach(
        (path, annotation) -> {
          var value = home.values.get(path);
          if (value != null
              && filesOf(local).anyMatch(f -> annotation.equals(home.annotation(f)))) {
            read.put(annotation, value);
          }
        });
    return read;
  }

  private static Stream<DownwardAPIVolumeFile> filesOf(Pod local) {
    return Frozen.list(local.getSpec().getVolumes()).stream().flatMap(DownwardFiles::of);
  }
}
