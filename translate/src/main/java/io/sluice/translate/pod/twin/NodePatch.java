package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a VirtualNode's {@code offloadingPatch} puts on every pod that passes it (§1.5). */
public record NodePatch(
    Set<String> labelsNotReflected,
    Set<String> annotationsNotReflected,
    Placement placement,
    @Nullable String runtimeClassName) {

  /** Where in the provider the pods of this virtual node may run. */
  public record Placement(
      Map<String, String> nodeSelector,
      List<Toleration> tolerations,
      @Nullable NodeAffinity nodeAffinity) {
    public static final Placement ANYWHERE = new Placement(Map.of(), List.of(), null);
  }

  public static final NodePatch NONE = new NodePatch(Set.of(), Set.of(), Placement.ANYWHERE, null);
}
