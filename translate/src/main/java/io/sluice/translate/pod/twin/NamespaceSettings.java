package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.fence.OnDisconnect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Settings of a NamespaceOffloading that each ShadowPod carries as annotations (D-22). */
public record NamespaceSettings(Map<String, String> annotations) {
  private static final List<String> CARRIED =
      List.of(Annotations.LOG_TAIL, Annotations.REMOTE_POD_LOSS, Annotations.ON_DISCONNECT);

  public static final NamespaceSettings DEFAULT = new NamespaceSettings(Map.of());

  public NamespaceSettings {
    var carried = new LinkedHashMap<String, String>();
    for (var key : CARRIED) {
      var value = annotations.get(key);
      if (value != null) {
        carried.put(key, value);
      }
    }
    annotations = Map.copyOf(carried);
  }

  /** What becomes of this pod when its provider can't be reached (D-22). */
  public OnDisconnect onDisconnect(Pod pod) {
    return OnDisconnect.of(over(Frozen.map(pod.getMetadata().getAnnotations())));
  }

  /**
   * What the ShadowPod of a pod says. The pod's own annotation wins: at the second hop it is the
   * wish of the home that owns the workload (INV-3, §10).
   */
  Map<String, String> over(Map<String, String> pod) {
    var effective = new LinkedHashMap<String, String>();
    for (var key : CARRIED) {
      var value = pod.getOrDefault(key, annotations.get(key));
      if (value != null) {
        effective.put(key, value);
      }
    }
    return effective;
  }
}
