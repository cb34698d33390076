package io.sluice.translate.pod.single;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.enforce.RemotePod;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The pod of a twin as a template (RS1-3): what an enforcer would create, but for its name, which
 * the provider's controllers make up. Where a pod reads its own name it gets that of its home.
 */
final class SingleTemplate {
  private static final Pattern HOSTNAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  private SingleTemplate() {}

  static PodTemplateSpec of(ShadowPod shadow) {
    var labels = new LinkedHashMap<>(RemotePod.labels(shadow));
    labels.putAll(selector(shadow));
    var annotations = new LinkedHashMap<>(RemotePod.annotations(shadow));
    if (OwnName.isReadFromFile(Facts.spec(shadow))) {
      annotations.putIfAbsent(Annotations.HOME_NAME, name(shadow));
    }
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(labels)
        .withAnnotations(annotations)
        .endMetadata()
        .withSpec(spec(shadow))
        .build();
  }

  /**
   * Unlike the labels of a pod the UID of its home never changes, and is nobody else's: neither an
   * edited label nor a second life of the name makes two controllers count one pod.
   */
  static Map<String, String> selector(ShadowPod shadow) {
    return Map.of(
        Labels.LOCAL_UID, Facts.annotations(shadow).getOrDefault(Annotations.LOCAL_UID, ""));
  }

  private static PodSpec spec(ShadowPod shadow) {
    var own = OwnName.of(name(shadow), RemotePod.spec(shadow));
    var spec = new PodSpecBuilder(own);
    var named = own.getHostname() != null && !own.getHostname().isEmpty();
    if (!named && HOSTNAME.matcher(name(shadow)).matches()) {
      spec.withHostname(name(shadow)); // else it would be the generated name
    }
    return spec.build();
  }

  private static String name(ShadowPod shadow) {
    return shadow.getMetadata().getName();
  }
}
