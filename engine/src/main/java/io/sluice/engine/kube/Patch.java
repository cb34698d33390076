package io.sluice.engine.kube;

import org.jspecify.annotations.Nullable;

/** A change to one object: how it is merged, into which subresource, under whose name. */
public record Patch(
    String contentType, Object body, @Nullable String subresource, @Nullable String fieldManager) {

  /** Lists merge by their keys: the way the kubelet patches status (T-4). */
  public static Patch strategic(Object body) {
    return new Patch("application/strategic-merge-patch+json", body, null, null);
  }

  /** Lists are replaced as a whole; the only merge that custom resources know. */
  public static Patch merge(Object body) {
    return new Patch("application/merge-patch+json", body, null, null);
  }

  public static Patch json(Object body) {
    return new Patch("application/json-patch+json", body, null, null);
  }

  /** Server-side apply of the keys that we own, taken from whoever had them. */
  public static Patch apply(Object body, String fieldManager) {
    return new Patch("application/apply-patch+yaml", body, null, fieldManager);
  }

  public Patch to(String subresource) {
    return new Patch(contentType, body, subresource, fieldManager);
  }

  public Patch as(String manager) {
    return new Patch(contentType, body, subresource, manager);
  }

  boolean forced() {
    return contentType.startsWith("application/apply-patch");
  }
}
