package io.sluice.translate.pod.single;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.translate.pod.Facts;
import org.jspecify.annotations.Nullable;

/** Between the metadata of a ShadowPod and of the controller that stands for it: they are equal. */
final class SingleMetadata {
  private SingleMetadata() {}

  static ObjectMeta of(ShadowPod shadow) {
    return new ObjectMetaBuilder()
        .withName(shadow.getMetadata().getName())
        .withNamespace(shadow.getMetadata().getNamespace())
        .withLabels(Facts.labels(shadow))
        .withAnnotations(Facts.annotations(shadow))
        .build();
  }

  static ShadowPod shadow(HasMetadata kept, @Nullable PodSpec spec, ShadowPodStatus status) {
    var shadow = new ShadowPod();
    shadow.setMetadata(kept.getMetadata());
    shadow.setSpec(new ShadowPodSpec(spec));
    shadow.setStatus(status);
    return shadow;
  }
}
