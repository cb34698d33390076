package io.sluice.translate.pod;

import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.Volume;
import io.sluice.api.wire.Frozen;
import java.util.stream.Stream;

/** Files in which a pod reads about itself (D-8). */
public final class DownwardFiles {
  private DownwardFiles() {}

  /** Of a volume of their own and of a projected one. */
  public static Stream<DownwardAPIVolumeFile> of(Volume volume) {
    var plain =
        volume.getDownwardAPI() == null
            ? Stream.<DownwardAPIVolumeFile>empty()
            : Frozen.list(volume.getDownwardAPI().getItems()).stream();
    var projected =
        volume.getProjected() == null
            ? Stream.<DownwardAPIVolumeFile>empty()
            : Frozen.list(volume.getProjected().getSources()).stream()
                .filter(source -> source.getDownwardAPI() != null)
                .flatMap(source -> Frozen.list(source.getDownwardAPI().getItems()).stream());
    return Stream.concat(plain, projected);
  }
}
