package io.sluice.translate.pod.single;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFileBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.ObjectFieldSelector;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.VolumeProjectionBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.DownwardFiles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pod that reads its own name (D-8): text in the environment, and an annotation that holds it for
 * files, since they can't hold text.
 */
final class OwnName {
  private static final String NAME = "metadata.name";
  private static final String ANNOTATED = "metadata.annotations['" + Annotations.HOME_NAME + "']";

  private OwnName() {}

  static PodSpec of(String name, PodSpec spec) {
    return new PodSpecBuilder(spec)
        .withContainers(containers(name, spec.getContainers()))
        .withInitContainers(containers(name, spec.getInitContainers()))
        .withVolumes(Frozen.list(spec.getVolumes()).stream().map(OwnName::volume).toList())
        .build();
  }

  static boolean isReadFromFile(PodSpec spec) {
    return Frozen.list(spec.getVolumes()).stream()
        .flatMap(DownwardFiles::of)
        .anyMatch(file -> isName(file.getFieldRef()));
  }

  private static List<Container> containers(String name, @Nullable List<Container> all) {
    return Frozen.list(all).stream()
        .map(
            container ->
                new ContainerBuilder(container)
                    .withEnv(
                        Frozen.list(container.getEnv()).stream()
                            .map(variable -> variable(name, variable))
                            .toList())
                    .build())
        .toList();
  }

  private static EnvVar variable(String name, EnvVar variable) {
    var from = variable.getValueFrom();
    return from != null && isName(from.getFieldRef())
        ? new EnvVarBuilder(variable).withValue(name).withValueFrom(null).build()
        : variable;
  }

  private static Volume volume(Volume volume) {
    if (DownwardFiles.of(volume).noneMatch(file -> isName(file.getFieldRef()))) {
      return volume;
    }
    var changed = new VolumeBuilder(volume);
    if (volume.getDownwardAPI() != null) {
      changed
          .editDownwardAPI()
          .withItems(files(volume.getDownwardAPI().getItems()))
          .endDownwardAPI();
    }
    if (volume.getProjected() != null) {
      changed
          .editProjected()
          .withSources(volume.getProjected().getSources().stream().map(OwnName::source).toList())
          .endProjected();
    }
    return changed.build();
  }

  private static VolumeProjection source(VolumeProjection source) {
    return source.getDownwardAPI() == null
        ? source
        : new VolumeProjectionBuilder(source)
            .editDownwardAPI()
            .withItems(files(source.getDownwardAPI().getItems()))
            .endDownwardAPI()
            .build();
  }

  private static List<DownwardAPIVolumeFile> files(@Nullable List<DownwardAPIVolumeFile> files) {
    return Frozen.list(files).stream()
        .map(
            file ->
                isName(file.getFieldRef())
                    ? new DownwardAPIVolumeFileBuilder(file)
                        .editFieldRef()
                        .withFieldPath(ANNOTATED)
                        .endFieldRef()
                        .build()
                    : file)
        .toList();
  }

  private static boolean isName(@Nullable ObjectFieldSelector field) {
    return field != null && NAME.equals(field.getFieldPath());
  }
}
