package io.sluice.translate.pod.twin;

import io.sluice.api.offloading.OffloadingPatch;
import java.util.List;
import java.util.Map;

/** Everything about the border that the translation of a pod needs beside the pod. */
public record TwinContext(
    Route route,
    OffloadingPatch patch,
    HomeApi homeApi,
    NamespaceSettings settings,
    Limits limits) {

  public static final OffloadingPatch NO_PATCH =
      new OffloadingPatch(List.of(), List.of(), Map.of(), List.of(), null, null);

  /**
   * What the two sides allow beyond the plain pod.
   *
   * @param priorityClasses home class to provider class, as far as the provider maps them (D-7)
   * @param hopLimit borders a pod may cross (§10)
   */
  public record Limits(Map<String, String> priorityClasses, int hopLimit) {
    public static final Limits DEFAULT = new Limits(Map.of(), 3);
  }

  public static TwinContext plain(Route route) {
    return new TwinContext(
        route, NO_PATCH, new HomeApi.Disabled(), NamespaceSettings.DEFAULT, Limits.DEFAULT);
  }
}
