package io.sluice.manager.border;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finalizers are one list for all: it is changed only in the state in which it was read. */
public final class Finalizing {
  private Finalizing() {}

  public static boolean has(HasMetadata object, String finalizer) {
    List<String> there = object.getMetadata().getFinalizers();
    return there != null && there.contains(finalizer);
  }

  /** The object with the finalizer, whether it had it before or not. */
  public static <T extends HasMetadata> T add(Api api, Kind<T> kind, T object, String finalizer) {
    if (has(object, finalizer)) {
      return object;
    }
    List<String> all = new ArrayList<>();
    if (object.getMetadata().getFinalizers() != null) {
      all.addAll(object.getMetadata().getFinalizers());
    }
    all.add(finalizer);
    return write(api, kind, object, all);
  }

  /** Lets the object go; one that is gone already is fine. */
  public static <T extends HasMetadata> void remove(
      Api api, Kind<T> kind, T object, String finalizer) {
    if (!has(object, finalizer)) {
      return;
    }
    List<String> rest =
        object.getMetadata().getFinalizers().stream()
            .filter(other -> !other.equals(finalizer))
            .toList();
    try {
      write(api, kind, object, rest);
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.NOT_FOUND) && !failure.meansOtherUid()) {
        throw failure;
      }
    }
  }

  private static <T extends HasMetadata> T write(
      Api api, Kind<T> kind, T object, List<String> finalizers) {
    Map<String, Object> metadata =
        Map.of(
            "uid",
            object.getMetadata().getUid(),
            "resourceVersion",
            object.getMetadata().getResourceVersion(),
            "finalizers",
            finalizers);
    return api.patch(kind, Ref.of(object), Patch.merge(Map.of("metadata", metadata)));
  }
}
