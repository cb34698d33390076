package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * One kind that is reflected, as an engine drives it.
 *
 * @param <L> kind at home
 * @param <R> kind in the provider
 */
public interface Reflection<L extends HasMetadata, R extends HasMetadata> {
  /** Name of the twin of a local object. */
  default String remoteName(String local, Border border) {
    return local;
  }

  /** Name of the local object whose twin has this name. */
  default String localName(String remote, Border border) {
    return remote;
  }

  Wish<R> wish(L local, Border border);

  default boolean isOurs(R remote, Border border) {
    return TwinMeta.isOurs(remote, border);
  }

  /** Whether everything that we own is as it should be. */
  boolean isSame(R there, R wanted);

  /** Whether the API refuses this change, so that only a new object helps (T-42). */
  default boolean mustReplace(R there, R wanted) {
    return false;
  }

  /** What to write over an existing twin; kinds with parts that never change take them over. */
  default R onto(R there, R wanted) {
    return wanted;
  }
}
