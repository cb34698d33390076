package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ProjectedVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.VolumeProjectionBuilder;
import io.sluice.api.wire.Frozen;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Volumes that name something which has another name, or no meaning, in the provider. */
final class Volumes {
  private final Pod local;
  private final TwinContext context;
  private final HomeApi access;
  private final HomeValues values;

  Volumes(Pod local, TwinContext context) {
    this.local = local;
    this.context = context;
    this.access = context.homeApi().of(local);
    this.values = HomeValues.of(local, context);
  }

  List<Volume> translated() {
    var all = Frozen.list(local.getSpec().getVolumes());
    return switch (access) {
      case HomeApi.Remote remote -> all; // the provider's tokens, CA and namespace are meant
      case HomeApi.Disabled disabled -> all.stream().map(this::translate).toList();
      case HomeApi.Tokens tokens -> all.stream().map(this::translate).toList();
    };
  }

  private Volume translate(Volume volume) {
    if (volume.getProjected() != null) {
      var sources =
          Frozen.list(volume.getProjected().getSources()).stream()
              .flatMap(source -> translate(source, volume.getName()))
              .toList();
      return new VolumeBuilder(volume)
          .withProjected(
              new ProjectedVolumeSourceBuilder(volume.getProjected()).withSources(sources).build())
          .build();
    }
    if (volume.getDownwardAPI() != null) {
      return new VolumeBuilder(volume)
          .editDownwardAPI()
          .withItems(values.translate(volume.getDownwardAPI().getItems()))
          .endDownwardAPI()
          .build();
    }
    if (volume.getConfigMap() != null) {
      return new VolumeBuilder(volume)
          .editConfigMap()
          .withName(configMap(volume.getConfigMap().getName()))
          .endConfigMap()
          .build();
    }
    return volume;
  }

  private Stream<VolumeProjection> translate(VolumeProjection source, String volume) {
    if (source.getServiceAccountToken() != null) {
      return token(source, volume);
    }
    var builder = new VolumeProjectionBuilder(source);
    if (source.getConfigMap() != null) {
      builder.editConfigMap().withName(configMap(source.getConfigMap().getName())).endConfigMap();
    }
    if (source.getDownwardAPI() != null) {
      builder
          .editDownwardAPI()
          .withItems(values.translate(source.getDownwardAPI().getItems()))
          .endDownwardAPI();
    }
    return Stream.of(builder.build());
  }

  private Stream<VolumeProjection> token(VolumeProjection source, String volume) {
    return switch (access) {
      case HomeApi.Disabled disabled -> Stream.empty();
      case HomeApi.Remote remote -> Stream.of(source);
      case HomeApi.Tokens tokens -> {
        var path = source.getServiceAccountToken().getPath();
        yield Stream.of(
            new VolumeProjectionBuilder(source)
                .withServiceAccountToken(null)
                .withNewSecret()
                .withName(ServiceAccounts.tokenSecret(local.getMetadata().getName()))
                .addNewItem()
                .withKey(ServiceAccounts.tokenKey(volume, path))
                .withPath(path)
                .endItem()
                .endSecret()
                .build());
      }
    };
  }

  private @Nullable String configMap(@Nullable String name) {
    return RootCa.translate(name, context.route().origin());
  }
}
